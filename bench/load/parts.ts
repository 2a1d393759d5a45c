import { castVote } from "#contract/endpoints/votes.ts";
import type { Engine } from "#testing/instance.ts";
import type { Poll } from "../faults/voting.ts";
import { newPage } from "./new-pages.ts";
import type { Seed } from "./seed.ts";
import type { Voter } from "./voters.ts";
import type { Shot } from "./wrk.ts";

type PartKind = "reads" | "signed-in" | "documents" | "pages" | "pictures" | "votes" | "other";

/** Requests that are compared with the baseline. */
export interface Part {
  name: string;
  kind: PartKind;
  /** The promised minimum ratio to the baseline; without it, the ratio is only shown. */
  promised?: number;
  connections: number;
  /** The requests of a round; with `once` each is sent once, otherwise repeatedly. */
  shots(round: number): Shot[];
  once?: boolean;
}

const READERS = 64;
const VOTERS = 256;
/** So few that all pages are rendered: more would get shells (ADR-022). */
const PAGE_READERS = 2;
/** More than a server renders while a document is cached. */
const NEW_PAGES = 5000;

export const VOTES_SPREAD = "votes spread over 50 surveys";
export const VOTES_VIRAL = "votes on one viral survey";

export function partsOf(seed: Seed, engine: Engine): Part[] {
  const [poll] = seed.polls;
  const survey = poll?.id ?? 0;
  const { nickname, email, password } = seed.host;
  const read = (kind: PartKind, name: string, path: string, promised?: number): Part => ({
    name,
    kind,
    ...(promised && { promised }),
    connections: READERS,
    shots: () => [{ path }],
  });
  const asMember = (name: string, path: (survey: number) => string, promised?: number): Part => ({
    name,
    kind: "signed-in",
    ...(promised && { promised }),
    connections: READERS,
    shots: () =>
      seed.voters.slice(0, 2000).map((voter, i) => ({
        path: path(seed.polls[i % seed.polls.length]?.id ?? survey),
        token: voter.token,
      })),
  });
  return [
    read("reads", "list", "/api/surveys", 0.7),
    read("reads", "search", "/api/surveys?q=sabah"),
    read("reads", "detail", `/api/auth/surveys/${survey}`, 0.7),
    read("reads", "results", `/api/auth/surveys/${survey}/responses/result`, 0.7),
    read("reads", "profile", `/api/users/${nickname}`),
    asMember("own vote status", (id) => `/api/auth/surveys/${id}/responses/status`, 0.35),
    asMember("unread count", () => "/api/auth/account/notifications/unread-count", 0.35),
    asMember("detail, signed in", (id) => `/api/auth/surveys/${id}`),
    asMember("results, signed in", (id) => `/api/auth/surveys/${id}/responses/result`),
    asMember("own account", () => "/api/auth/account/my"),
    read("documents", "document home", "/", 0.6),
    read("documents", "document survey", `/surveys/${survey}`, 0.6),
    read("documents", "document discovery", "/discovery"),
    {
      name: "document in no cache",
      kind: "pages",
      connections: PAGE_READERS,
      shots: () => Array.from({ length: NEW_PAGES }, () => ({ path: newPage() })),
    },
    // The widths that a phone requests in lists and on a survey's page.
    ...[320, 800].map((width) =>
      read("pictures", `picture ${width} wide`, seed.picture.replace(/\d+(?=\.)/, `${width}`)),
    ),
    {
      name: VOTES_SPREAD,
      kind: "votes",
      promised: engine === "sqlite" ? 0.3 : 0.2,
      connections: VOTERS,
      once: true,
      // In round r everybody starts r surveys further on, so that nobody votes twice on one.
      shots: (round) => seed.voters.map((voter, i) => vote(voter.token, seed.polls, i + round)),
    },
    {
      name: VOTES_VIRAL,
      kind: "votes",
      connections: VOTERS,
      once: true,
      shots: (round) => seed.voters.map((voter) => vote(voter.token, seed.viral, round)),
    },
    {
      name: "follow",
      kind: "other",
      connections: READERS,
      once: true,
      shots: (round) => followings(seed.voters, round),
    },
    {
      name: "login",
      kind: "other",
      connections: 8,
      shots: () => [{ method: "POST", path: "/api/auth/login", body: { email, password } }],
    },
  ];
}

function vote(token: string, polls: readonly Poll[], i: number): Shot {
  const poll = polls[i % polls.length];
  const body = { survey_id: poll?.id, survey_option_id: poll?.options[i % poll.options.length] };
  return { method: "POST", path: castVote.path, token, body };
}

/** In a round, everybody follows the same few people, who are not among the followers. */
function followings(voters: readonly Voter[], round: number): Shot[] {
  const [followers, followed] = [voters.slice(20), voters.slice(0, 20)];
  return followers.slice(round * 300, (round + 1) * 300).flatMap(({ token }) =>
    followed.map(({ id }) => ({
      method: "PUT",
      path: `/api/auth/account/followings/${id}`,
      token,
    })),
  );
}
