import { writeFileSync } from "node:fs";
import { endpointTable } from "../checks/endpoint-table.ts";
import { runCommand } from "../command.ts";

const file = new URL("../../docs/endpoints.md", import.meta.url);
const command = {
  call: "npm run endpoints",
  help: "Writes docs/endpoints.md from the endpoints' definitions and their recorded costs.",
};

await runCommand(command, () => {
  writeFileSync(file, endpointTable());
});
