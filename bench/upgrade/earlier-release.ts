import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Instance } from "#testing/instance.ts";
import { ServerProcess, type ServerProcessOptions } from "#testing/servers/server-process.ts";

const root = join(import.meta.dirname, "../..");
/** 0.1.0, which has no tag (CHANGELOG.md). */
export const FIRST_RELEASE = "769c8c6c709fccebdc563eb7c7fc96375eb4ccf2";
export const LAST_RELEASE: string = JSON.parse(
  readFileSync(join(root, "testing/last-release.json"), "utf8"),
).commit;

/** Benches compare more releases than operators keep. */
const KEPT = "20";

export const environmentOf = (instance: Instance): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA_DIR: instance.dataDir,
  DATABASE_URL: instance.databaseUrl ?? "",
});

/** Runs a command of this checkout as `npm run` does. Returns its output. */
export async function runScript(name: string, instance: Instance, args: string[] = []) {
  const { stdout } = await promisify(execFile)(process.execPath, [`scripts/${name}.ts`, ...args], {
    cwd: root,
    env: environmentOf(instance),
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** An earlier release with its own packages and pages. */
export class EarlierRelease {
  readonly folder: string;
  readonly node: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.node = join(folder, "node_modules/.bin/node");
  }

  /** Installs it below `home` with `deploy/release.sh`, unless it is already there. */
  static async install(commit: string, home: string): Promise<EarlierRelease> {
    const folder = join(resolve(home), "releases", commit.slice(0, 12));
    if (!existsSync(folder)) {
      const repository = join(home, "repository.git");
      mkdirSync(join(home, "releases"), { recursive: true });
      if (!existsSync(repository)) execFileSync("git", ["clone", "-q", "--bare", root, repository]);
      await promisify(execFile)("sh", [join(root, "deploy/release.sh"), "install", commit], {
        env: { ...process.env, KANAAT_HOME: resolve(home), KANAAT_KEEP: KEPT },
      });
    }
    return new EarlierRelease(folder);
  }

  server(instance: Instance, options: ServerProcessOptions = {}): ServerProcess {
    return new ServerProcess(instance, { ...options, program: this });
  }

  /** Runs one of its modules or files. Returns its output. */
  async run(instance: Instance, args: string[]): Promise<string> {
    const env = environmentOf(instance);
    const { stdout } = await promisify(execFile)(this.node, args, { cwd: this.folder, env });
    return stdout;
  }
}
