import type { Challenge } from "#contract/endpoints/challenge.ts";
import { solve } from "./proof-solver.ts";

addEventListener("message", async ({ data }: MessageEvent<Challenge>) => {
  postMessage(await solve(data));
});
