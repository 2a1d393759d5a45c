// Takes away what the product depends on while people use it:
//   npm run bench:outage -- --times 20 --held 30 --only postgres,disk [--sabotage]
// PostgreSQL is killed and started, paused, held by other clients, locked, and left without its standby;
// disks fill up or become read-only (small separate file systems, which only root may mount). Promised:
// the same process throughout, 503 within 2 s meanwhile, normal operation 5 s later, no acknowledged
// vote lost, no survey without its picture and no picture without its row. --sabotage removes the
// handling of faults; the harness must then report it.
// Rules: R177, R178, R281.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loseDisks } from "./outage-disk.ts";
import { losePostgres } from "./outage-postgres.ts";

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "3" },
    held: { type: "string", default: "10" },
    only: { type: "string", default: "postgres,disk" },
    sabotage: { type: "boolean", default: false },
  },
});
const preload = values.sabotage
  ? join(import.meta.dirname, "../sabotage/no-fault-handling.ts")
  : undefined;
const only = values.only.split(",");

const found: string[] = [];
if (only.includes("disk")) found.push(...(await loseDisks({ preload })));
if (only.includes("postgres")) {
  const [times, heldSeconds] = [Number(values.times), Number(values.held)];
  found.push(...(await losePostgres({ times, heldSeconds, preload })));
}
for (const line of found.slice(0, 20)) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "outage: every promise held" : `outage: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
