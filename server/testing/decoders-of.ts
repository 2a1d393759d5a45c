import { readFileSync } from "node:fs";

/** The processes that decode pictures for a process; Linux only. */
export const decodersOf = (pid: number | undefined): number[] =>
  childrenOf(pid).filter((child) =>
    readFileSync(`/proc/${child}/cmdline`, "utf8").includes("decoder-process.ts"),
  );

const childrenOf = (pid: number | undefined): number[] =>
  (readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/g) ?? []).map(Number);
