import { isIP } from "node:net";
import { join, resolve } from "node:path";
import proxyAddr from "@fastify/proxy-addr";
import * as z from "zod";
import { MINUTE_MS } from "#contract/durations.ts";
import { Registering } from "#contract/endpoints/site.ts";
import { shownValue, withSecretFiles } from "#server/secret/secret-files.ts";
import { type DatabaseSettings, readDatabaseSettings } from "./database-settings.ts";
import { type ImageSettings, readImageSettings } from "./image-settings.ts";
import { domains, entries, names, nicknames } from "./list-settings.ts";
import { type OidcProvider, readProviders } from "./oidc-settings.ts";
import { type PushSettings, pushServices, readPushSettings } from "./push-settings.ts";
import { baseAddress, originOf, siteAddress } from "./web-addresses.ts";

const SHUTDOWN_DELAY_MAX_MS = 2 * MINUTE_MS;

const onOff = (fallback: "on" | "off") =>
  z
    .enum(["on", "off"])
    .default(fallback)
    .transform((value) => value === "on");

/** Whether @fastify/proxy-addr accepts it; plain numbers, which it also accepts, are refused. */
function isProxy(text: string): boolean {
  try {
    proxyAddr.compile(text);
  } catch {
    return false;
  }
  return isIP(text.replace(/\/.*$/, "")) > 0 || /^[a-z]+$/.test(text);
}

/** Set by `server/processes/cluster.ts` for the processes that it starts, counted from 0. */
export const WORKER_NUMBER = "KANAAT_WORKER_NUMBER";

export const Variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default("0.0.0.0"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z.string().optional(),
  // Without a path: the site is served at the root of its host.
  PUBLIC_URL: siteAddress().optional(),
  HSTS_SUBDOMAINS: onOff("off"),
  API_BASE_URL: baseAddress("https://api.kanaat.example").optional(),
  /** Other origins whose pages may call the API, separated by commas. */
  CORS_ORIGINS: z
    .string()
    .default("")
    .transform((list) => entries(list).map((entry) => originOf(entry) ?? ""))
    .refine((origins) => origins.every(Boolean), "expected origins like https://kanaat.example"),
  /** "off", "on", or the proxies' addresses separated by commas. */
  TRUST_PROXY: z
    .string()
    .default("off")
    .transform((value) => (/^(on|off)$/.test(value) ? value === "on" : entries(value)))
    .refine((value) => typeof value === "boolean" || (value.length > 0 && value.every(isProxy)), {
      error: "expected on, off or addresses like 10.0.0.1 or 10.0.0.0/8",
    }),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  RATE_LIMITS: onOff("on"),
  CHALLENGE: onOff("on"),
  MARK_SECRET: z.string().min(32, "expected at least 32 characters").optional(),
  /** Nicknames that may have an official name, separated by commas. */
  OFFICIAL_NICKNAMES: nicknames(),
  /** Words that no other name may contain, separated by commas. */
  NAMES_REFUSED: names(),
  MAIL_DOMAINS_REFUSED: domains(),
  MAIL_DOMAINS_ALLOWED: domains(),
  MAX_CONNECTIONS: z.coerce.number().int().min(1).default(10_000),
  MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(2500),
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(SHUTDOWN_DELAY_MAX_MS).default(500),
  MIN_FREE_DISK_MB: z.coerce.number().min(0).optional(),
  /** `file:` writes mails into DATA_DIR/outbox instead of sending them. */
  MAIL_URL: z
    .string()
    .regex(/^(smtps?:\/\/.|file:$)/, "expected smtp://, smtps:// or file:")
    .refine((text) => text === "file:" || URL.canParse(text), "expected an address with a host")
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^\r\n<>@,]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/, {
      error: "expected an address like posta@kanaat.example or Ad <posta@kanaat.example>",
    })
    .optional(),
  PUSH_SERVICES: pushServices(),
  VERIFIED_VOTERS: z.enum(["optional", "required"]).default("optional"),
  REGISTRATION: Registering.default("open"),
  REVIEW_FIRST_SURVEYS: z.coerce.number().int().min(0).max(1000).default(0),
  ROLE: z.enum(["web", "worker", "both"]).default("both"),
  WORKERS: z.coerce.number().int().min(1).max(256).default(1),
  SECURITY_LOG_DAYS: z.coerce.number().int().min(0).max(3650).default(30),
  LEGAL_REQUEST_HOURS: z.coerce.number().int().min(1).max(8760).default(24),
  DELETION_LOG_DAYS: z.coerce.number().int().min(0).max(3650).default(400),
  ACCESS_LOG: onOff("off"),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
});

const Environment = Variables.refine(
  ({ HSTS_SUBDOMAINS, PUBLIC_URL }) => !HSTS_SUBDOMAINS || PUBLIC_URL?.startsWith("https:"),
  { path: ["HSTS_SUBDOMAINS"], error: "expected a PUBLIC_URL with https: for it" },
)
  .refine(({ ROLE, DATABASE_URL }) => ROLE === "both" || DATABASE_URL, {
    path: ["ROLE"],
    error: "expected a DATABASE_URL for it: SQLite is one process that does everything",
  })
  .refine(({ WORKERS, DATABASE_URL }) => WORKERS === 1 || DATABASE_URL, {
    path: ["WORKERS"],
    error: "expected a DATABASE_URL for it: SQLite is one process that does everything",
  })
  .refine(({ MAIL_URL, MAIL_FROM, PUBLIC_URL }) => !MAIL_URL || (MAIL_FROM && PUBLIC_URL), {
    path: ["MAIL_URL"],
    error: "expected MAIL_FROM and PUBLIC_URL beside it",
  })
  .refine(({ VERIFIED_VOTERS, MAIL_URL }) => VERIFIED_VOTERS === "optional" || MAIL_URL, {
    path: ["VERIFIED_VOTERS"],
    error: "expected a MAIL_URL for it",
  })
  .refine(
    ({ MAIL_DOMAINS_REFUSED: refused, MAIL_DOMAINS_ALLOWED: allowed }) =>
      !allowed.some((domain) => refused.includes(domain)),
    { path: ["MAIL_DOMAINS_ALLOWED"], error: "expected none that MAIL_DOMAINS_REFUSED names too" },
  );

export interface Config extends DatabaseSettings, ImageSettings {
  port: number;
  host: string;
  dataDir: string;
  /** The origin at which people reach the site, as browsers write it. */
  publicUrl: string | undefined;
  /** Whether browsers must use TLS for all subdomains of the public host too. */
  hstsSubdomains: boolean;
  /** Where browsers find the API; undefined for the site's own origin. */
  apiBaseUrl: string | undefined;
  corsOrigins: string[];
  trustProxy: boolean | string[];
  logLevel: string;
  rateLimits: boolean;
  /** Whether proofs of work are required; without rate limits they are not. */
  challenge: boolean;
  /** The secret for marks of deleted accounts, instead of a file in `dataDir` (R211). */
  markSecret: string | undefined;
  officialNicknames: string[];
  /** Words and names that count as official, besides the product's own list (R229). */
  refusedNames: string[];
  /** Domains that cannot register, and ones that can although they count as disposable. */
  mailDomains: { refused: string[]; allowed: string[] };
  maxConnections: number;
  /** Behind trusted proxies, an address's requests under way. */
  maxConnectionsPerAddress: number;
  /** Between failing `/readyz` and closing. */
  shutdownDelayMs: number;
  /** With less free space, no pictures are accepted; undefined for `freeDiskFloor`'s default. */
  minFreeDiskBytes: number | undefined;
  /** How mails are sent, and their sender; undefined if none are sent. */
  mail: { url: string; from: string } | undefined;
  /** Undefined where no push messages are sent. */
  push: PushSettings | undefined;
  /** Whether every vote needs a verified e-mail, whatever a survey's owner chose. */
  verifiedVotersRequired: boolean;
  /** Who may open an account (R640). */
  registration: Registering;
  /** How many surveys of an account are held for review (R664). */
  reviewFirstSurveys: number;
  /** The sign-in providers. */
  oidcProviders: OidcProvider[];
  /** What this server does: answer requests, run maintenance jobs, or both. */
  role: "web" | "worker" | "both";
  /** How many processes serve on the port. */
  workers: number;
  /** Whether this process does what only one has to do, such as work on the files of `dataDir`. */
  isFirstWorker: boolean;
  /** How long the security log is kept; 0 writes none. */
  securityLogDays: number;
  /** In how many hours legal requests have to be answered. */
  legalRequestHours: number;
  /** How long records of deletions are kept, for restored backups; 0 makes none. */
  deletionLogDays: number;
  /** Whether a line is written for each request. */
  accessLog: boolean;
  /** Where the metrics are served; undefined if they are not. */
  metrics: { port: number; host: string } | undefined;
  /** Which surveys the operator features, and when. */
  featuredFile: string;
  /** Who runs the site, and where to report vulnerabilities. */
  operatorFile: string;
}

/**
 * Parses the environment. A secret may be in a file named by `NAME_FILE` instead of in `NAME`.
 * Throws an error of one line that names the first wrong variable.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const set = withSecretFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim())),
  );
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    throw new Error(`${name}=${shownValue(name, set[name])} is wrong: ${issue?.message}`);
  }
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    ...readDatabaseSettings(set),
    publicUrl: env.PUBLIC_URL,
    hstsSubdomains: env.HSTS_SUBDOMAINS,
    apiBaseUrl: env.API_BASE_URL,
    corsOrigins: env.CORS_ORIGINS,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS,
    challenge: env.CHALLENGE,
    markSecret: env.MARK_SECRET,
    officialNicknames: env.OFFICIAL_NICKNAMES,
    refusedNames: env.NAMES_REFUSED,
    mailDomains: { refused: env.MAIL_DOMAINS_REFUSED, allowed: env.MAIL_DOMAINS_ALLOWED },
    maxConnections: env.MAX_CONNECTIONS,
    maxConnectionsPerAddress: env.MAX_CONNECTIONS_PER_ADDRESS,
    shutdownDelayMs: env.SHUTDOWN_DELAY_MS,
    minFreeDiskBytes: env.MIN_FREE_DISK_MB === undefined ? undefined : env.MIN_FREE_DISK_MB * 1e6,
    ...readImageSettings(set),
    mail: env.MAIL_URL && env.MAIL_FROM ? { url: env.MAIL_URL, from: env.MAIL_FROM } : undefined,
    push: readPushSettings(env),
    verifiedVotersRequired: env.VERIFIED_VOTERS === "required",
    registration: env.REGISTRATION,
    reviewFirstSurveys: env.REVIEW_FIRST_SURVEYS,
    oidcProviders: readProviders(set),
    role: env.ROLE,
    workers: env.WORKERS,
    isFirstWorker: (environment[WORKER_NUMBER] ?? "0") === "0",
    securityLogDays: env.SECURITY_LOG_DAYS,
    legalRequestHours: env.LEGAL_REQUEST_HOURS,
    deletionLogDays: env.DELETION_LOG_DAYS,
    accessLog: env.ACCESS_LOG,
    metrics:
      env.METRICS_PORT === undefined
        ? undefined
        : {
            // Each of several processes has its own port.
            port: env.METRICS_PORT && env.METRICS_PORT + Number(environment[WORKER_NUMBER] ?? 0),
            host: env.METRICS_HOST,
          },
    featuredFile: join(import.meta.dirname, "../../content/featured.json"),
    operatorFile: join(import.meta.dirname, "../../content/operator.json"),
  };
}
