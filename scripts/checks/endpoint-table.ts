import { readFileSync } from "node:fs";
import * as z from "zod";
import { api } from "#contract/api.ts";
import { HOUR_S, MINUTE_S } from "#contract/durations.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { RATE_LIMITS } from "#contract/limits.ts";
import { namesThing } from "#server/http/routing/define-route.ts";

const Cost = z.object({
  first: z.number(),
  again: z.number(),
  status: z.int(),
  cached: z.string(),
});
const Costs = z.record(z.string(), z.object({ sqlite: Cost, postgres: Cost }));
type CallCosts = z.infer<typeof Costs>[string];

/** What `npm run bench:calls -- --record` measured, by the names of endpoints. */
export const readCosts = (): z.infer<typeof Costs> =>
  Costs.parse(JSON.parse(readFileSync("docs/endpoint-costs.json", "utf8")));

const CALLERS: Record<Endpoint["auth"], string> = {
  none: "everybody",
  optional: "everybody, members as themselves",
  required: "members",
};

const PROOFS: Record<string, string> = {
  fresh: "fresh: password, passkey or recent sign-in",
  begun: "secret of a call with a fresh proof",
  password: "current password",
  mailbox: "link in a letter",
  "sign-in": "signs in",
};

/** Names in queries that name surveys, which count as reads. */
const READ_BY_QUERY = ["surveys", "url"];

function limitOf(endpoint: Endpoint): string {
  const { limit, query } = endpoint;
  const names = Object.keys(query?.shape ?? {});
  const isRead = namesThing(endpoint) || names.some((name) => READ_BY_QUERY.includes(name));
  const limits = [...(limit ? [limit] : []), ...(isRead ? (["read"] as const) : [])];
  if (limits.length === 0) return "load of the server";
  return limits
    .map((name) => `${name}: ${RATE_LIMITS[name].max} in ${durationOf(RATE_LIMITS[name])}`)
    .join("; ");
}

const durationOf = ({ perSeconds }: { perSeconds: number }): string =>
  perSeconds >= HOUR_S ? `${perSeconds / HOUR_S} h` : `${perSeconds / MINUTE_S} min`;

function proofOf(endpoint: Endpoint & { proof?: string }): string {
  const fields = endpoint.body instanceof z.ZodObject ? Object.keys(endpoint.body.shape) : [];
  const proofs = [
    ...(endpoint.proof ? [PROOFS[endpoint.proof] ?? endpoint.proof] : []),
    ...(fields.includes("proof") ? ["proof of work, after many"] : []),
  ];
  return proofs.join("; ") || "none";
}

function costOf({ sqlite, postgres }: CallCosts): string {
  const both = (of: "first" | "again") => `${sqlite[of].toFixed(1)} / ${postgres[of].toFixed(1)}`;
  const isCached = sqlite.first > 2 * sqlite.again && postgres.first > 2 * postgres.again;
  const cost = isCached ? `${both("first")}, then ${both("again")}` : both("first");
  return sqlite.status < 400 ? cost : `${cost} (refused with ${sqlite.status})`;
}

function cachersOf({ sqlite: { cached } }: CallCosts): string {
  if (!cached.startsWith("public")) return "nobody";
  const [, shared] = /s-maxage=(\d+)/.exec(cached) ?? [];
  const [, seconds] = /max-age=(\d+)/.exec(cached) ?? [];
  return shared ? `shared caches, ${shared} s` : `browsers and shared caches, ${seconds} s`;
}

const HEAD = `# Every call of the API

Who may make it, and what it may cost. \`npm run endpoints\` writes this file from the definitions in \`contract/endpoints/\` and from \`docs/endpoint-costs.json\`, which \`npm run bench:calls -- --record\` measures; edit those.

- **Callers**: what one may reach with it is decided by the thing it names ([security.md](security.md), V8).
- **Limit**: for one account, or one address where nobody is signed in; networks and all callers together have higher ones (R230). "read" counts different surveys and people (R234, R417). A call without a limit of its own is refused with 503 while the server has too much to do.
- **Proof**: what the call asks for besides the session.
- **Cost**: processor time of the main thread in milliseconds, on SQLite / PostgreSQL, with surveys of 20 options and 100,000 votes, public and private (the dearer one). "then": again within the second. Where the bench cannot make a valid call, that of the refusal.
- **Cached by**: who may keep a visitor's response. Browsers ask each time whether it has changed.

| Call | Callers | Limit | Proof | Cost | Cached by |
|---|---|---|---|---|---|
`;

/** Returns the text of docs/endpoints.md. Throws where no cost of an endpoint is recorded. */
export function endpointTable(): string {
  const costs = readCosts();
  const rows = Object.entries(api).map(([name, endpoint]) => {
    const cost = costs[name];
    if (!cost) throw new Error(`No cost of ${name} is recorded: npm run bench:calls -- --record`);
    const cells = [
      `\`${endpoint.method} ${endpoint.path}\``,
      endpoint.staff ? "staff" : CALLERS[endpoint.auth],
      limitOf(endpoint),
      proofOf(endpoint),
      costOf(cost),
      cachersOf(cost),
    ];
    return `| ${cells.join(" | ")} |\n`;
  });
  return HEAD + rows.join("");
}
