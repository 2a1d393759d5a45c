import { isIP } from "node:net";
import { resolve } from "node:path";
import proxyAddr from "@fastify/proxy-addr";
import * as z from "zod";

const url = (protocols: RegExp) => z.url({ protocol: protocols });
const onOff = (fallback: "on" | "off") =>
  z
    .enum(["on", "off"])
    .default(fallback)
    .transform((value) => value === "on");

const entries = (list: string): string[] =>
  list
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
/** As browsers send it; the shells of apps have schemes of their own. */
const isOrigin = (text: string): boolean =>
  /^https?:/.test(text)
    ? !text.includes("*") && URL.canParse(text) && new URL(text).origin === text
    : /^(capacitor|ionic|tauri):\/\/[a-z\d.-]+$/.test(text);

/** Of what the proxies' reader takes, not the numbers that it would read as addresses too. */
function isProxy(text: string): boolean {
  try {
    proxyAddr.compile(text);
  } catch {
    return false;
  }
  return isIP(text.replace(/\/.*$/, "")) > 0 || /^[a-z]+$/.test(text);
}

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default("0.0.0.0"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: url(/^postgres(ql)?$/).optional(),
  // Nothing is served below a path.
  PUBLIC_URL: url(/^https?$/)
    .regex(/^\w+:\/\/[^/?#@]+\/?$/, "expected no more than https://kanaat.example")
    .optional(),
  API_BASE_URL: url(/^https?$/).optional(),
  /** Addresses of other origins whose pages may call the API, separated by commas. */
  CORS_ORIGINS: z
    .string()
    .default("")
    .transform(entries)
    .refine((origins) => origins.every(isOrigin), "expected origins like https://kanaat.example"),
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
});

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Where people reach the product, without a slash at the end. */
  publicUrl: string | undefined;
  /** The browser's API base; undefined is the same origin. */
  apiBaseUrl: string | undefined;
  corsOrigins: string[];
  trustProxy: boolean | string[];
  logLevel: string;
  rateLimits: boolean;
}

/** Reads the environment once. Throws one line that names the first wrong value. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const set = Object.entries(environment).filter(([, value]) => value?.trim());
  const parsed = Environment.safeParse(Object.fromEntries(set));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    // Errors are kept in logs, a password is not.
    const value = name === "DATABASE_URL" ? "…" : environment[name];
    throw new Error(`${name}=${value} is wrong: ${issue?.message}`);
  }
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ""),
    apiBaseUrl: env.API_BASE_URL?.replace(/\/$/, ""),
    corsOrigins: env.CORS_ORIGINS,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS,
  };
}
