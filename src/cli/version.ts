/** Owns the version as the command line prints it: package.json's, put in by the build. */
declare const __VARVE_VERSION__: string;

export const VERSION = __VARVE_VERSION__;
