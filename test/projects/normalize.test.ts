import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { mintSlug } from "../../src/projects/mint-slug.ts";
import { normalizePath, pathAndAncestors } from "../../src/projects/normalize-path.ts";
import { normalizeRemote } from "../../src/projects/normalize-remote.ts";
import { parseRemoteUrl } from "../../src/projects/parse-git-config.ts";
import { isSlug, parseRegistryLine } from "../../src/projects/registry-line.ts";

describe("normalizePath", () => {
  test.each([
    ["C:\\a", "c:/a"],
    ["c:/a", "c:/a"],
    ["/mnt/c/a", "c:/a"],
    ["/mnt/C/a/", "c:/a"],
    ["\\\\?\\C:\\a", "c:/a"],
    ["C:", "c:/"],
    ["//wsl$/x/a", "//wsl$/x/a"],
    ["\\\\wsl$\\x\\a", "//wsl$/x/a"],
    ["\\\\wsl.localhost\\x\\a", "//wsl$/x/a"],
    ["\\\\Server\\share\\a", "//server/share/a"],
    ["\\\\?\\UNC\\Server\\share", "//server/share"],
    ["/home/user/a//b/../c/.", "/home/user/a/c"],
    ["/../..", "/"],
    ["/home/user/back\\slash", "/home/user/back\\slash"],
    ["/home/user/가", "/home/user/가"],
    ["/mnt/disk/a", "/mnt/disk/a"],
  ])("%s -> %s", (given, expected) => {
    expect(normalizePath(given)).toBe(expected);
  });

  test.each(["", "a/b", "~", ".", "nul\0/a", "x".repeat(5000), "/" + "x".repeat(5000)])(
    "%j is no path",
    (given) => {
      expect(normalizePath(given.slice(0, 4998))).toBe(normalizePath(given.slice(0, 4998)));
      expect(normalizePath(given)).toBeUndefined();
    },
  );

  test("never throws and is its own fixed point", () => {
    const shapes = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom("/", "\\", "C:", "mnt", "c", "..", ".", "wsl$", "가", "?", "a b"), {
          maxLength: 12,
        })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(shapes, (text) => {
        const once = normalizePath(text);
        if (once !== undefined) expect(normalizePath(once)).toBe(once);
      }),
      { numRuns: process.env["VARVE_TEST_FULL"] === "1" ? 20_000 : 1_000 },
    );
  });

  test("ancestors end at the root", () => {
    expect(pathAndAncestors("/a/b")).toEqual(["/a/b", "/a", "/"]);
    expect(pathAndAncestors("c:/a/b")).toEqual(["c:/a/b", "c:/a", "c:/"]);
    expect(pathAndAncestors("//wsl$/x/a")).toEqual(["//wsl$/x/a", "//wsl$/x"].concat(["//wsl$"]));
    expect(pathAndAncestors("/")).toEqual(["/"]);
  });
});

describe("normalizeRemote", () => {
  test.each([
    "https://git.example.com/org/repo.git",
    "https://git.example.com/org/repo",
    "https://user:token@Git.Example.com:443/org/repo.git/",
    "http://git.example.com:80/org/repo",
    "git@git.example.com:org/repo.git",
    "git.example.com:org/repo",
    "ssh://git@git.example.com/org/repo.git",
    "ssh://git@git.example.com:2222/org/repo.git",
    "git+ssh://git@git.example.com/org//repo",
    "https://git.example.com/org/repo?access_token=abc#x",
  ])("%s", (url) => {
    expect(normalizeRemote(url, "/home/user/x")).toBe("git.example.com/org/repo");
  });

  test("what differs stays different", () => {
    expect(normalizeRemote("http://localhost:3000/a/b", "/x")).toBe("localhost:3000/a/b");
    expect(normalizeRemote("https://git.example.com/Org/repo", "/x")).toBe(
      "git.example.com/Org/repo",
    );
    expect(normalizeRemote("../api.git", "/home/user/x")).toBe("file:/home/user/api");
    expect(normalizeRemote("/srv/git/api.git", "/home/user/x")).toBe("file:/srv/git/api");
    expect(normalizeRemote("file:///srv/git/api.git", "/home/user/x")).toBe("file:/srv/git/api");
    expect(normalizeRemote("C:\\git\\api", "/home/user/x")).toBe("file:c:/git/api");
    expect(normalizeRemote("", "/x")).toBeUndefined();
    expect(normalizeRemote("https://", "/x")).toBeUndefined();
  });

  test("no credential survives, whatever stands in the URL", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9:!$@%._-]{1,20}$/), (user) => {
        expect(normalizeRemote(`https://${user}:s3cr3tpw@git.example.com/org/repo`, "/x")).toBe(
          "git.example.com/org/repo",
        );
      }),
    );
  });
});

test("parseRemoteUrl prefers origin, reads quotes, comments and continued lines", () => {
  const config = `[core]\n\turl = no\n[remote "up\\"stream"]\n\turl = https://a/b/c\n[Remote "origin"] ; mine\n\tfetch = x\n\tURL = "https://git.example.com/a b" # note\n\turl = second\n[branch "main"]\n\turl = no\n`;
  expect(parseRemoteUrl(config)).toBe("https://git.example.com/a b");
  expect(parseRemoteUrl('[remote "fork"]\r\n  url = git@h:\\\r\nx/y\r\n')).toBe("git@h:x/y");
  expect(parseRemoteUrl("[core]\n")).toBeUndefined();
});

test("mintSlug keeps letters of any script and stays short", () => {
  expect(mintSlug("My App (v2)", "0a1b2c")).toBe("my-app-v2-0a1b2c");
  expect(mintSlug("프로젝트 하나", "0a1b2c")).toBe("프로젝트-하나-0a1b2c");
  expect(mintSlug("проект", "0a1b2c")).toBe("проект-0a1b2c");
  expect(mintSlug("...", "0a1b2c")).toBe("project-0a1b2c");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (name) => {
      const slug = mintSlug(name, "0a1b2c");
      expect([...slug].length).toBeLessThanOrEqual(47);
      expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(200);
      expect(isSlug(slug)).toBe(true);
    }),
  );
});

test("hostile registry lines are no lines", () => {
  for (const text of [
    "",
    "{",
    "null",
    "[]",
    '{"slug":1}',
    '{"slug":"../x"}',
    '{"slug":"a/b"}',
    '{"slug":""}',
  ]) {
    expect(parseRegistryLine(text)).toBeUndefined();
  }
  expect(
    parseRegistryLine(
      '{"v":9,"slug":"a-0a1b2c","keys":[null,{"kind":"x","value":"y"},{"kind":"path","value":"/p"}],"aliases":[1,"b-0a1b2c","../c"],"later":true}',
    ),
  ).toEqual({
    at: "",
    slug: "a-0a1b2c",
    keys: [{ kind: "path", value: "/p" }],
    aliases: ["b-0a1b2c"],
  });
});
