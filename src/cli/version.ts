/** Owns the version as the command line prints it: package.json's, put in by the build. */
declare const varveVersion: string;

export const VERSION = varveVersion;
