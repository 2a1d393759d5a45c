import { runCommand } from "./command.ts";
import { checkFile } from "./verify/bundle-file.ts";
import { compareAll } from "./verify/database.ts";
import { readTrust } from "./verify/trust.ts";

const command = {
  call: "npm run verify -- <file> [--key <file>] [--pin <key id>] [--receipt <receipt or file>] | --database",
  help: `Checks the end of a survey that its page offers for download, without any server. --key names a file
with the site's keys, as it serves them at /.well-known/kanaat-signing-key; --pin names the one key that is
trusted, and with --key also those that it attests. Without either nothing is GOOD: anyone can sign a file
with a key of their own. --receipt asks whether a receipt is among those signed; it is a code, or the file
with the signed receipt, which proves that a vote that is missing was removed.
--database compares all that was sealed here with the votes in the database, for operators; servers may run.
Ends with 0 where all is as it was signed, with 1 where it is not, and with 3 where whose signature it is
is not known.`,
  options: {
    key: { type: "string" },
    pin: { type: "string" },
    receipt: { type: "string" },
    database: { type: "boolean", default: false },
  },
  accepts: ({ length }: readonly string[], { database }: Readonly<Record<string, unknown>>) =>
    length === (database ? 0 : 1),
} as const;

await runCommand(command, async ({ values, positionals: [file = ""] }) =>
  values.database ? compareAll() : checkFile(file, await readTrust(values), values.receipt),
);
