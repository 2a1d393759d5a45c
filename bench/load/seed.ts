import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { createApi } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import type { ServerProcess } from "#testing/servers/server-process.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { createPolls, inTurns, type Poll } from "../faults/voting.ts";
import { createVoters, type Voter } from "./voters.ts";

/** The data that a load uses: demo-sized, with enough voters for every round. */
export interface Seed {
  host: Person;
  voters: Voter[];
  /** Public surveys that everybody reads. */
  polls: Poll[];
  /** One for each round, on which all voters vote. */
  viral: Poll[];
  /** The path of a stored photograph, in its largest width. */
  picture: string;
}

const POLLS = 50;

export async function createSeed(
  server: Pick<ServerProcess, "url" | "instance">,
  voters: number,
  rounds: number,
): Promise<Seed> {
  const api = createApi(server.url, fetch);
  const host = await signUp(api);
  const guests = await inTurns(10, 2, () => signUp(api));
  const polls = await createPolls(api, host, POLLS);
  const options = ["Çay", "Kahve", "Ayran", "Şalgam"];
  const read = await publishSurvey(api, host, { options, image: await photograph() });
  for (const [i, guest] of guests.entries()) await voteFor(api, guest, read, i % 4);
  const viral = await createPolls(api, host, rounds);
  const seed = {
    host,
    voters: await createVoters(server.instance, host.id, voters),
    polls,
    viral,
    picture: read.image_path,
  };
  // Caches that last a second are filled again, with the state that is measured.
  await sleep(1500);
  return seed;
}

/** Clouds, which take about as many bytes as a photograph of that size. */
async function photograph(): Promise<File> {
  const noise = { type: "gaussian", mean: 128, sigma: 90 } as const;
  const jpeg = await sharp({
    create: { width: 1600, height: 1200, channels: 3, background: "gray", noise },
  })
    .blur(4)
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(jpeg)], "bulutlar.jpg", { type: "image/jpeg" });
}
