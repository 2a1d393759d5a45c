import type { Endpoint } from "#contract/endpoint.ts";
import type { Database } from "#server/db/database.ts";
import { CachedJson } from "#server/http/cache/cached-json.ts";
import { findIdByNickname, readOwners } from "../identity/veils.reads.ts";
import type { Veil, Viewer } from "../identity/viewer.ts";

// People who blocked the caller are not there for them (ADR-077): names of them are replaced by
// names that nobody has, so that each handler does what it does for those, and lists skip them.
// Both happen here for all calls, and only for callers from whom blocks or mutes hide somebody.

/** No row has this id. */
const NO_ID = Number.MAX_SAFE_INTEGER;
/** Too short for a nickname. */
const NO_NICKNAME = "-";

type Fields = Record<string, unknown>;
interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** Runs a handler, for a caller with a veil without what it hides. */
export function callVeiled<C extends Parts & { viewer: Viewer }, A>(
  db: Database,
  endpoint: Endpoint,
  asked: C,
  handler: (call: C) => Promise<A>,
): Promise<A> {
  const veil = asked.viewer?.veil;
  if (!veil) return handler(asked);
  return withoutAbsent(db, endpoint, veil, asked).then(async (call) => {
    const again = (query: Fields) => handler({ ...call, query });
    return (await withoutHidden(endpoint, veil, call, await handler(call), again)) as A;
  });
}

/** Returns a call's parts with names of absent people and their surveys replaced. */
export async function withoutAbsent<P extends Parts>(
  db: Database,
  endpoint: Endpoint,
  veil: Veil | undefined,
  parts: P,
): Promise<P> {
  const absent = veil?.absent;
  if (!absent?.size || endpoint.staff) return parts;
  const given = [parts.params, parts.query, parts.body];
  const surveyIds = given.flatMap((part) => surveysIn(endpoint, part));
  const owners = surveyIds.length > 0 ? await readOwners(db, surveyIds) : new Map();

  const surveyOrNone = (id: unknown) => (absent.has(owners.get(id as number) ?? 0) ? NO_ID : id);
  const personOrNone = (id: unknown) => (absent.has(id as number) ? NO_ID : id);
  const nicknameOrNone = async (nickname: unknown) => {
    const id = await findIdByNickname(db, String(nickname));
    return id !== undefined && absent.has(id) ? NO_NICKNAME : nickname;
  };
  async function replaced(part: unknown): Promise<unknown> {
    if (!isFields(part)) return part;
    const result: Fields = { ...part };
    for (const [name, value] of Object.entries(part)) {
      const what = whatNames(endpoint, name, part);
      if (what === "survey") result[name] = surveyOrNone(value);
      if (what === "surveys") result[name] = (value as unknown[]).map(surveyOrNone);
      if (what === "person") result[name] = personOrNone(value);
      if (what === "nickname") result[name] = await nicknameOrNone(value);
    }
    return result;
  }

  const [params, query, body] = await Promise.all(given.map(replaced));
  return { ...parts, params, query, body };
}

type Named = "survey" | "surveys" | "person" | "nickname";

/**
 * What a field of a call names, undefined for a field that names no person and no survey. Streams
 * are not here: they return the ids that they were asked for, and check each of them.
 */
export function whatNames(endpoint: Endpoint, field: string, part: Fields): Named | undefined {
  if (field === "survey_id") return "survey";
  if (field === "survey_ids" || field === "skip") return "surveys";
  if (field === "userId") return "person";
  if (field === "nickname" && !isOwnNickname(endpoint)) return "nickname";
  if (field !== "id") return undefined;
  if (endpoint.path.startsWith("/api/auth/surveys/{id}")) return "survey";
  // Of a report.
  return "kind" in part ? (part.kind as "survey" | "person") : undefined;
}

const isOwnNickname = ({ path }: Endpoint): boolean => path.startsWith("/api/auth/account/my");

const surveysIn = (endpoint: Endpoint, part: unknown): number[] =>
  isFields(part)
    ? Object.entries(part).flatMap(([name, value]) => {
        const what = whatNames(endpoint, name, part);
        return what === "survey" || what === "surveys" ? (value as number | number[]) : [];
      })
    : [];

const isFields = (part: unknown): part is Fields =>
  typeof part === "object" && part !== null && !Array.isArray(part);

interface Page {
  items: unknown[];
  next_cursor?: string | null;
}

/** A page is filled up by so many readings at most. */
const READINGS = 20;

/**
 * Returns what a handler returned, without the items of hidden people where it is a list. A page of
 * a list is filled up by what follows, since a short one would show that something is missing.
 */
async function withoutHidden(
  endpoint: Endpoint,
  veil: Veil,
  parts: Parts,
  answer: unknown,
  read: (query: Fields) => Promise<unknown>,
): Promise<unknown> {
  const body = answer instanceof CachedJson ? JSON.parse(answer.bytes.toString()) : answer;
  if (endpoint.staff || !isPage(body)) return answer;
  const isShown = (item: unknown) => !isHidden(veil, item, parts.params);
  const items = body.items.filter(isShown);
  const query = isFields(parts.query) ? parts.query : {};
  const limit = Number(query.limit ?? 0);
  let cursor = body.next_cursor;
  for (let i = 0; cursor && items.length < limit && i < READINGS; i++) {
    const more = await read({ ...query, cursor, limit: limit - items.length });
    const page = more instanceof CachedJson ? JSON.parse(more.bytes.toString()) : more;
    if (!isPage(page)) break;
    items.push(...page.items.filter(isShown));
    cursor = page.next_cursor;
  }
  return { ...body, items, ...(cursor !== undefined && { next_cursor: cursor }) };
}

const isPage = (body: unknown): body is Page => isFields(body) && Array.isArray(body.items);

/** Whether an item of a list is a hidden person, by one or from one. */
function isHidden({ absent, unwanted }: Veil, item: unknown, params: unknown): boolean {
  if (!isFields(item)) return false;
  const { user } = item;
  if (isFields(user)) {
    const id = user.id as number;
    const isAsked = isFields(params) && params.nickname === user.nickname;
    return absent.has(id) || (unwanted.has(id) && !isAsked);
  }
  return "nickname" in item && absent.has(item.id as number);
}
