import { type ParseArgsConfig, parseArgs } from "node:util";
import { isOwnName } from "#server/secret/file-owners.ts";
import { guardOutput } from "#server/secret/hidden-secrets.ts";
import { failureLine, stackOf } from "#server/telemetry/failure-text.ts";
import { endBySignals, giveAtEnd } from "./give-files.ts";

export interface Command<Options extends NonNullable<ParseArgsConfig["options"]>> {
  /** Its usage in one line, such as `npm run backup -- <folder> [--whole]`. */
  call: string;
  /** What it does and what its options mean, for `--help`. */
  help: string;
  options?: Options;
  /** Whether these positional arguments are valid with these options; by default none are allowed. */
  accepts?: (names: readonly string[], options: Readonly<Record<string, unknown>>) => boolean;
  /** The exit codes of a failure and of a wrong call, unless they are 1 and 2. */
  exitCodes?: { failure: number; wrongCall: number };
  /** The folder in which it works, unless it is DATA_DIR. */
  dataDir?: string;
  /** Whether it stores pictures there. */
  storesPictures?: boolean;
}

type Given<Options extends NonNullable<ParseArgsConfig["options"]>> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/** The server's default, repeated because not every command loads the server's configuration. */
const DEFAULT_DATA_DIR = "./data";
const HELP = { help: { type: "boolean", short: "h" } } as const;

/**
 * Runs a command that an operator has called. On a failure it exits with 1 and one line that says what to
 * do, on a wrong call with 2 and the usage; only LOG_LEVEL=debug shows the stack. No output contains a
 * secret of the environment (R358). Files that root creates in DATA_DIR are given to the folder's
 * owner (R359).
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
  // An error of a connection that no call is waiting for is thrown outside of any call.
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
