import { writeFileSync } from "node:fs";
import { openApiDocument } from "#server/http/openapi/openapi-document.ts";
import { runCommand } from "./command.ts";

const file = new URL("../docs/openapi.json", import.meta.url);
const command = { call: "npm run openapi", help: "Writes docs/openapi.json from the contract." };

await runCommand(command, () => {
  writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 1)}\n`);
});
