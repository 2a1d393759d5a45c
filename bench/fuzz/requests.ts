import * as z from "zod";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Random } from "#testing/random.ts";
import { encodeForm } from "./forms.ts";
import type { FuzzState } from "./state.ts";
import { HOSTILE_TEXTS, PICTURE, valueFor } from "./values.ts";

/** One request of the fuzz. */
export interface Shot {
  name: string;
  endpoint: Endpoint;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
  /** Method, path and headers are the endpoint's own, so its declared errors must suffice. */
  intact: boolean;
  /** The body as the server reads it, if it was sent as plain JSON. */
  json: unknown;
}

const schemaOf = (shape: z.ZodType) =>
  z.toJSONSchema(shape, { io: "input", unrepresentable: "any" }) as z.core.JSONSchema.BaseSchema;

/** Passwords and pictures are slow by design; all other calls are made more often. */
const RARE = new Set(["register", "login", "deleteAccount", "createSurvey", "addOptions"]);
const SPENDING = new Set(["logout", "closeSession", "closeOtherSessions", "deleteAccount"]);
const endpoints = Object.entries(api).flatMap(([name, endpoint]) => {
  const { params, query, body } = endpoint;
  const target = {
    name,
    endpoint,
    params: params && schemaOf(params),
    query: query && schemaOf(query),
    body: body && schemaOf(body),
  };
  return Array.from({ length: RARE.has(name) ? 1 : 4 }, () => target);
});

export function shoot(random: Random, state: FuzzState): Shot {
  const target = random.pick(endpoints);
  const { name, endpoint } = target;
  const given = target.params && valueFor({ ...target.params }, "", random, state.known);
  const { path, intact } = fillPath(endpoint.path, given, random);
  const query = target.query ? valueFor(target.query, "", random, state.known) : undefined;
  const shot: Shot = {
    name,
    endpoint,
    method: endpoint.method,
    path: path + queryText(query, random),
    headers: {},
    body: undefined,
    intact,
    json: undefined,
  };
  const token = state.token(random, SPENDING.has(name));
  if (token) shot.headers.authorization = `Bearer ${token}`;
  if (target.body) addBody(shot, valueFor(target.body, "", random, state.known), random);
  if (random.chance(10)) distort(shot, random);
  return shot;
}

function fillPath(pattern: string, params: unknown, random: Random) {
  let intact = true;
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = Reflect.get(Object(params), name) ?? "1";
    const text = (typeof value === "object" ? JSON.stringify(value) : String(value)).slice(0, 2000);
    const encoded = random.chance(95) ? encode(text) : visible(text);
    if (encoded === "" || encoded.length > 250 || /[^\w%~.-]/.test(encoded)) intact = false;
    if (/^\.+$|%(?![0-9a-f]{2})|%2f/i.test(encoded)) intact = false;
    return encoded;
  });
  return { path, intact };
}

/** Lone surrogates have no UTF-8; they are sent as the bytes that they would have. */
const encode = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd"));
const visible = (text: string): string => text.replaceAll(/[^\x21-\x7e]|[?#]/g, "");

function queryText(query: unknown, random: Random): string {
  if (typeof query !== "object" || query === null) return "";
  const pairs = Object.entries(query).map(
    ([name, value]) =>
      `${encode(name.slice(0, 500))}=${encode(String(JSON.stringify(value) ?? "").slice(0, 3000)).replaceAll("%22", "")}`,
  );
  if (random.chance(3) && pairs[0]) pairs.push(pairs[0]);
  if (random.chance(2))
    pairs.push(random.pick(["%", "%zz=%ff", "&&&=", "a[]=1&a[b]=2", "__proto__[x]=1"]));
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

function addBody(shot: Shot, value: unknown, random: Random): void {
  const encodings = shot.endpoint.encodings ?? ["json"];
  const sent = random.chance(4)
    ? random.pick(["json", "multipart"] as const)
    : random.pick(encodings);
  if (sent === "multipart") {
    const form = encodeForm(value, random);
    shot.headers["content-type"] = form.type;
    shot.body = form.body;
    return;
  }
  const text = JSON.stringify(value, (_, inner) => (inner === PICTURE ? "resim" : inner));
  shot.headers["content-type"] = "application/json";
  shot.body = text ?? "";
  shot.json = text === undefined ? undefined : JSON.parse(text);
}

const TYPES = [
  "text/plain",
  "application/jsonx",
  "application/json; charset=utf-7",
  "application/json;;;",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  'multipart/form-data; boundary="\\"',
  "application/x-www-form-urlencoded",
  "x",
  "",
];
const HEADS = "accept accept-encoding if-none-match range cookie origin referer user-agent purpose "
  .concat("x-forwarded-for x-forwarded-host forwarded if-modified-since accept-language te")
  .split(" ");

/** Breaks a part of the request other than its values. */
function distort(shot: Shot, random: Random): void {
  shot.intact = false;
  const text = () => visible(random.pick(HOSTILE_TEXTS)).slice(0, 8000);
  const { body } = shot;
  const breaks = [
    () => {
      shot.method = random.pick(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);
    },
    () => {
      shot.path = random.pick([
        `/${shot.path}`,
        `${shot.path}/`,
        `${shot.path}/${text()}`,
        "//",
        "/%",
      ]);
    },
    () => {
      shot.headers["content-type"] = random.pick(TYPES);
    },
    () => {
      shot.headers.authorization = random.pick(["Bearer", "Bearer ", `Bearer ${text()}`, text()]);
    },
    () => {
      shot.headers[random.pick(HEADS)] = text();
    },
    () => {
      if (body) shot.body = Buffer.from(body).subarray(0, random.int(body.length));
    },
    () => {
      const garbage = Buffer.from(String(body ?? "{}"));
      for (let i = 0; i < 3; i++) garbage[random.int(garbage.length)] = random.int(256);
      shot.body = garbage;
    },
    () => {
      shot.body = random.pick(["null", "[]", "1", '"x"', "{", "\ufeff{}", '{"a":1,"a":2}', "{}{}"]);
    },
    () => {
      shot.body = random.pick(['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}']);
    },
    () => {
      shot.body = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    },
    () => {
      shot.body = JSON.stringify({ a: "x".repeat(200_000) });
    },
  ];
  random.pick(breaks)();
  shot.json = undefined;
}
