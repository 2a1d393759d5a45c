import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** The machine's folders that commands may write to; those of the real machine are out of reach. */
const OWN = ["etc", "opt", "var", "backups", "tmp", "root", "home"];
/** The address of the source in the documents. */
const ORIGIN = "https://git.example/kanaat.git";
const SOURCE = "/source.git";

export interface Result {
  code: number | null;
  output: string;
}

export interface Running {
  /** Whether no server has run on the machine before. */
  isFirst: boolean;
  output: string;
  /** Ends it as an operator would; returns its exit code. */
  end(): Promise<number | null>;
}

/**
 * A machine as an operator finds it: this machine's programs, settings and network, with empty folders to
 * install in, isolated by bubblewrap. `git clone` of the documents' address gets this checkout's commit.
 */
export class OperatorsMachine {
  readonly #folder = mkdtempSync(join(tmpdir(), "kanaat-operator-"));
  readonly #source = join(this.#folder, "source.git");
  #hasServed = false;

  constructor() {
    if (spawnSync("bwrap", ["--version"]).error)
      throw new Error("bubblewrap is missing: apt-get install bubblewrap");
    for (const name of OWN) mkdirSync(join(this.#folder, name));
    // Users other than root do not get the files that only root can read.
    spawnSync("cp", ["-a", "/etc/.", this.path("/etc")]);
    for (const name of ["var/lib", "var/tmp"]) mkdirSync(join(this.#folder, name));
    const npm = join(homedir(), ".npmrc");
    if (existsSync(npm)) cpSync(npm, this.path("/root/.npmrc"));
    const git = (...args: string[]) => spawnSync("git", args, { stdio: "inherit" });
    git("clone", "--quiet", "--bare", ".", this.#source);
    git(`--git-dir=${this.#source}`, "update-ref", "refs/heads/main", "HEAD");
    git(`--git-dir=${this.#source}`, "symbolic-ref", "HEAD", "refs/heads/main");
    const config = `[url "file://${SOURCE}"]\n insteadOf = ${ORIGIN}\n[safe]\n directory = *\n`;
    writeFileSync(this.path("/root/.gitconfig"), config);
  }

  /** The real path of a path on that machine. */
  path(own: string): string {
    return join(this.#folder, own);
  }

  /** Adds an empty commit as the next release. */
  commitNext(): void {
    const git = (...args: string[]) =>
      spawnSync(
        "git",
        ["-c", "user.name=-", "-c", "user.email=-", `--git-dir=${this.#source}`, ...args],
        {
          encoding: "utf8",
        },
      ).stdout.trim();
    const next = git("commit-tree", "-p", "main", "-m", "The next release", "main^{tree}");
    git("update-ref", "refs/heads/main", next);
  }

  /** Runs a shell command in `folder` until it ends. */
  async run(line: string, folder: string, env: Record<string, string>): Promise<Result> {
    const child = this.#start(line, folder, env);
    const output = collected(child);
    const [code] = await once(child, "close");
    return { code, output: output() };
  }

  /** Runs a shell command that starts a server on the port in `env`; waits until it is ready or has ended. */
  async serve(line: string, folder: string, env: Record<string, string>): Promise<Running> {
    const [settings = ""] = /^(?:[A-Z_\d]+=\S+ )*/.exec(line) ?? [];
    const program = line.slice(settings.length);
    const child = this.#start(`echo $$ >/tmp/pid; exec env ${settings}${program}`, folder, env);
    const output = collected(child);
    const closed = once(child, "close");
    const isFirst = !this.#hasServed;
    this.#hasServed = true;
    for (; child.exitCode === null; await sleep(200)) {
      const answer = await fetch(`http://127.0.0.1:${env.PORT}/readyz`).catch(() => undefined);
      if (answer?.ok) break;
    }
    const end = async () => {
      const pid = Number(readFileSync(this.path("/tmp/pid"), "utf8"));
      if (child.exitCode === null) process.kill(pid, "SIGTERM");
      const [code] = await closed;
      return code;
    };
    return { isFirst, output: output(), end };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(line: string, folder: string, env: Record<string, string>) {
    const binds = OWN.flatMap((name) => ["--bind", join(this.#folder, name), `/${name}`]);
    const links = ["bin", "sbin", "lib", "lib64"].flatMap((name) => [
      "--symlink",
      `usr/${name}`,
      `/${name}`,
    ]);
    const ids = process.getuid?.() === 0 ? [] : ["--unshare-user", "--uid", "0", "--gid", "0"];
    const { PATH = "", NODE_EXTRA_CA_CERTS } = process.env;
    const path = PATH.split(":").filter((one) => !one.includes("node_modules"));
    return spawn(
      "bwrap",
      [
        ...["--die-with-parent", ...ids, "--ro-bind", "/usr", "/usr", ...links, ...binds],
        ...["--ro-bind", this.#source, SOURCE, "--proc", "/proc", "--dev", "/dev"],
        ...["--chdir", folder, "sh", "-c", line],
      ],
      {
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...{ PATH: path.join(":"), HOME: "/root", LANG: "C.UTF-8" },
          ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
          ...env,
        },
      },
    );
  }
}

function collected({ stdout, stderr }: { stdout: Readable; stderr: Readable }): () => string {
  let output = "";
  for (const stream of [stdout, stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  return () => output;
}
