import { writeFileSync } from "node:fs";
import { rulesCoverage } from "./checks/rule-tags.ts";
import { runCommand } from "./command.ts";

const file = new URL("../docs/rules-coverage.md", import.meta.url);
const command = {
  call: "npm run rules",
  help: "Writes docs/rules-coverage.md from the tags in the titles of tests.",
};

await runCommand(command, () => {
  writeFileSync(file, rulesCoverage());
});
