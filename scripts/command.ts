import { type ParseArgsConfig, parseArgs } from "node:util";
import { isOwnName } from "#server/secret/file-owners.ts";
import { guardOutput } from "#server/secret/hidden-secrets.ts";
import { failureLine, stackOf } from "#server/telemetry/failure-text.ts";
import { endBySignals, giveAtEnd } from "./give-files.ts";

export interface Command<Options extends NonNullable<ParseArgsConfig["options"]>> {
  /** How it is called, in one line, such as `npm run backup -- <folder> [--whole]`. */
  call: string;
  /** What it does and what its options mean, for `--help`. */
  help: string;
  options?: Options;
  /** Whether these names are what it needs beside the options; by default it takes none. */
  accepts?: (names: readonly string[], options: Readonly<Record<string, unknown>>) => boolean;
  /** The exit code of a failure and of a wrong call where they are not 1 and 2. */
  exitCodes?: { failure: number; wrongCall: number };
  /** The folder that it works in where that is not DATA_DIR. */
  dataDir?: string;
  /** Whether it stores pictures there. */
  storesPictures?: boolean;
}

type Given<Options extends NonNullable<ParseArgsConfig["options"]>> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/** As the server's own, which not every command needs. */
const DEFAULT_DATA_DIR = "./data";
const HELP = { help: { type: "boolean", short: "h" } } as const;

/**
 * Runs what an operator has called. A failure ends it with 1 and one line that says what to do, a wrong
 * call with 2 and how it is called; the stack is shown with LOG_LEVEL=debug alone. No output holds a secret
 * of the environment (R358). What root makes in DATA_DIR is given to the folder's owner (R359).
 */
export async function runCommand<Options extends NonNullable<ParseArgsConfig["options"]>>(
  command: Command<Options>,
  run: (given: Given<Options>) => Promise<void> | void,
): Promise<void> {
  const { exitCodes = { failure: 1, wrongCall: 2 } } = command;
  guardOutput(process.env);
  const given = readCall(command);
  if ("wrong" in given) {
    console.error(`${given.wrong}\nCall it as: ${command.call}`);
    process.exitCode = exitCodes.wrongCall;
    return;
  }
  if ((given.values as { help?: boolean }).help) {
    console.log(`${command.call}\n\n${command.help}`);
    return;
  }
  const fail = (error: unknown) => {
    console.error(process.env.LOG_LEVEL === "debug" ? stackOf(error) : failureLine(error));
    process.exit(exitCodes.failure);
  };
  // A connection that breaks while nobody waits for it throws out of no call.
  process.on("uncaughtException", fail);
  giveAtEnd(command.dataDir ?? (process.env.DATA_DIR || DEFAULT_DATA_DIR), {
    isGiven: isOwnName,
    isWalked: (name) => command.storesPictures || name !== "images",
  });
  const leaveSignals = endBySignals();
  try {
    await run(given as Given<Options>);
  } catch (error) {
    fail(error);
  } finally {
    process.off("uncaughtException", fail);
    leaveSignals();
  }
}

function readCall<Options extends NonNullable<ParseArgsConfig["options"]>>({
  options,
  accepts = (names) => names.length === 0,
}: Command<Options>) {
  try {
    const given = parseArgs({ allowPositionals: true, options: { ...options, ...HELP } });
    const { help } = given.values as { help?: boolean };
    if (help || accepts(given.positionals, given.values)) return given;
    const names = given.positionals.join(" ");
    return { wrong: names ? `Not understood: ${names}` : "An argument is missing." };
  } catch (error) {
    return { wrong: (Object(error).message as string).replace(/\. .*$/s, ".") };
  }
}
