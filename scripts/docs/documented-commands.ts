import { readFileSync } from "node:fs";

/** The documents whose commands operators use. */
const DOCUMENTS = ["deploy/README.md", "docs/operations.md"] as const;
/** The info strings of fenced blocks that contain no commands. */
export const SETTINGS = ["ini", "yaml", "cron", "env", "json", "jsonl", "nginx"] as const;

export interface Block {
  place: string;
  info: string;
  text: string;
}

export interface Documented {
  place: string;
  /** As written, without a trailing comment. */
  command: string;
  /** Why it is not run by `npm run docs:commands`; undefined where it is. */
  notRun: string | undefined;
}

/** Programs that only run in their intended environment. */
const NOT_RUN_PROGRAMS: Readonly<Record<string, string>> = {
  ...of("needs systemd as the first process", "systemctl", "journalctl", "systemd-run"),
  ...of("needs a container engine", "podman", "docker"),
  ...of("needs the machine's clock", "chronyc", "timedatectl"),
  ...of("needs a cluster of Patroni", "patronictl"),
  ...of("needs PostgreSQL's own machine and a bucket with TLS", "pgbackrest"),
};
/** Commands in sentences. */
const NOT_RUN: Readonly<Record<string, string>> = {
  ...of(
    "a mention without its arguments, tried with them",
    ...[
      "npm run restore",
      "npm run backup",
      "npm run restore -- --check",
      "npm run people",
      "npm run takedown",
      "rsync -aH",
      "sha256sum",
      "ulimit -n",
      "ls -l",
      "promtool",
    ],
  ),
  ...of("what the sentence says not to do", "git pull"),
  ...of("checks the sources, which is no operator's task", "npm test", "npm test -- audit"),
  ...of("fills a folder for minutes; scripts/demo/fill.test.ts tries it", "npm run demo"),
  ...of("needs another machine", "rsync -aH --delete /backups/ backup@other:/kanaat/"),
};
/** All other commands that begin with one of these are run. */
const RUN =
  /^(npm|sh|git|install|cp|openssl|echo|printf|chmod|sha256sum|jq|promtool|curl|select|create)$/;
const COMMAND_IN_SENTENCE =
  /^(?:[A-Z_\d]+=\S+ )*(?:(?:npm|git|sha256sum|jq|promtool|chmod|rsync|curl|chronyc|timedatectl|ulimit|systemctl|systemd-run|journalctl|podman|docker|patronictl|pgbackrest|openssl|sh|ls) |select |create database )/;

function of(reason: string, ...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

/** Returns the fenced blocks of the documents, in their order. */
export function readBlocks(): Block[] {
  return DOCUMENTS.flatMap((path) => {
    const lines = readFileSync(path, "utf8").split("\n");
    const fences = lines.flatMap((line, i) => (line.startsWith("```") ? [i] : []));
    return fences.flatMap((begin, i) => {
      if (i % 2 === 1) return [];
      const text = lines.slice(begin + 1, fences[i + 1]).join("\n");
      return [{ place: `${path}:${begin + 2}`, info: (lines[begin] ?? "").slice(3), text }];
    });
  });
}

/** Returns the commands of `sh` blocks, then those found only in sentences. Throws for an unknown one. */
export function readCommands(): Documented[] {
  const inBlocks = readBlocks()
    .filter(({ info }) => info === "sh")
    .flatMap(({ place, text }) =>
      text
        .replace(/\\\n\s*/g, "")
        .split("\n")
        .map((line) => documented(place, line)),
    );
  const known = new Set(inBlocks.map(({ command }) => command));
  const inSentences = DOCUMENTS.flatMap((path) => {
    const sentences = readFileSync(path, "utf8").replace(/^```.*?^```/gms, "");
    const codes = [...sentences.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
    return codes
      .filter((code) => COMMAND_IN_SENTENCE.test(`${code} `) && !known.has(code) && known.add(code))
      .map((code) => documented(path, code));
  });
  return [...inBlocks, ...inSentences];
}

function documented(place: string, line: string): Documented {
  const command = line.replace(/\s+# .*$/, "").trim();
  return { place, command, notRun: reasonOf(command, place) };
}

function reasonOf(command: string, place: string): string | undefined {
  const program = /^(?:[A-Z_\d]+=\S+ )*(\S+)/.exec(command)?.[1] ?? "";
  const reason = command.startsWith("npm run bench")
    ? "a bench, run by itself"
    : (NOT_RUN[command] ?? NOT_RUN_PROGRAMS[program]);
  if (reason === undefined && !RUN.test(program))
    throw new Error(`${place}: neither run nor named with a reason: ${command}`);
  return reason;
}
