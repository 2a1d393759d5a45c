import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * The product's version and commit. The commit is `GIT_COMMIT`, as in an image that was built
 * without the repository, or else the one checked out; empty if neither is known.
 */
export const version: { readonly version: string; readonly commit: string } = {
  version: JSON.parse(read("package.json") ?? "{}").version ?? "",
  commit: (process.env.GIT_COMMIT?.trim() || checkedOut()).slice(0, 12),
};

/** Such as "0.2.0, 4f2d1a90c3be". */
export const versionText: string =
  version.version + (version.commit === "" ? "" : `, ${version.commit}`);

function checkedOut(): string {
  const head = read(".git/HEAD") ?? "";
  const branch = /^ref: (.+)/.exec(head)?.[1];
  if (branch === undefined) return head.trim();
  const packed = read(".git/packed-refs")?.split("\n") ?? [];
  return read(`.git/${branch}`)?.trim() ?? packed.find((line) => line.endsWith(` ${branch}`)) ?? "";
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}
