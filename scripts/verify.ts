import type { ParseArgsConfig } from "node:util";
import { type Command, runCommand } from "./command.ts";
import { checkFile } from "./verify/bundle-file.ts";
import { checkHeadFiles } from "./verify/head-files.ts";
import { readTrust } from "./verify/trust.ts";

const command = {
  call: "npm run verify -- <file> [--key <file>] [--pin <key id>] [--receipt <receipt or file>] [--heads <file> …] | --heads <file> … | --database",
  help: `Checks the end of a survey that its page offers for download, without any server. --key names a file
with the site's keys, as it serves them at /.well-known/kanaat-signing-key; --pin names the one key that is
trusted, and with --key also those that it attests. Without either nothing is GOOD: anyone can sign a file
with a key of their own. --receipt asks whether a receipt is among those signed; it is a code, or the file
with the signed receipt, which proves that a vote that is missing was removed.
--heads names files with tree heads, as GET /api/auth/surveys/ID/heads returns them: whether those that you
kept, those of the site and the end continue each other, with no vote fewer.
--database compares all that was sealed here with the votes in the database, for operators; servers may run.
Ends with 0 where all is as it was signed, with 1 where it is not, and with 3 where whose signature it is
is not known.`,
  options: {
    key: { type: "string" },
    pin: { type: "string" },
    receipt: { type: "string" },
    heads: { type: "string", multiple: true, default: [] },
    database: { type: "boolean", default: false },
  },
  accepts: ({ length }: readonly string[], given: Readonly<Record<string, unknown>>) => {
    const hasHeads = Array.isArray(given.heads) && given.heads.length > 0;
    return given.database ? length === 0 : length === 1 || (length === 0 && hasHeads);
  },
} satisfies Command<NonNullable<ParseArgsConfig["options"]>>;

await runCommand(command, async ({ values, positionals: [file] }) => {
  // Loads the server, which nobody needs who checks a file.
  if (values.database) return (await import("./verify/database.ts")).compareAll();
  const trust = await readTrust(values);
  const document = file ? await checkFile(file, trust, values.receipt) : undefined;
  await checkHeadFiles(values.heads, trust, document);
});
