import { createHmac } from "node:crypto";
import { appendFileSync, mkdirSync } from "node:fs";
import { appendFile, mkdir, readdir, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { hostname } from "node:os";
import { join } from "node:path";
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { FactorMethod } from "#contract/endpoints/second-factors.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { Clock } from "#server/clock.ts";
import type { ApiError } from "#server/errors.ts";
import { networksOf } from "./client-ip.ts";

export type SecurityEvent =
  | "registered"
  | "signed_in"
  | "sign_in_failed"
  | "signed_out"
  /** One ended other sessions of one's own. */
  | "sessions_ended"
  /** A wrong password by somebody who is signed in. */
  | "password_wrong"
  | "password_changed"
  | "reset_requested"
  /** By a link out of a mail. */
  | "password_reset"
  | "email_verified"
  | "email_change_undone"
  /** A password was right, and the second step is waited for. */
  | "second_step_begun"
  | "second_step_failed"
  | "factor_added"
  | "factor_removed"
  | "recovery_codes_renewed"
  /** Signing in or linking with a provider. */
  | "provider_refused"
  | "identity_linked"
  | "identity_unlinked"
  | "account_exported"
  | "account_deleted"
  /** A call that its sender may not make, or with a token that is not valid. */
  | "refused"
  | "limited";

export interface SecurityFacts {
  request: IncomingMessage;
  /** An account's id. */
  account?: number | undefined;
  /** The number of a mailbox, of which an address cannot be made (`server/secret/pseudonyms.ts`). */
  mailbox?: number | undefined;
  code?: ErrorCode | undefined;
  /** Method and pattern of the path; a path itself may hold a code or a name. */
  route?: string | undefined;
  /** Of what kind a second factor is. */
  factor?: FactorMethod | undefined;
  /** With whom somebody signs in, by the operator's name. */
  provider?: string | undefined;
  /** Why a provider's answer was refused. */
  reason?: string | undefined;
  /** How many sessions ended. */
  sessions?: number | undefined;
}

export interface SecurityLog {
  /** Never throws; the line is on the disk within a second. */
  write(event: SecurityEvent, facts: SecurityFacts): void;
  flush(): Promise<void>;
  /** Deletes what is older than the operator wants it kept. */
  deleteOld(): Promise<void>;
  close(): void;
}

interface Options {
  dataDir: string;
  /** How long a line is kept; 0 writes none. */
  days: number;
  /** The key of the networks' hashes. */
  secret: string;
  clock: Clock;
  clientIpOf(request: IncomingMessage): string;
  log: FastifyBaseLogger;
}

const SECURITY_LOG_FOLDER = "security-log";
const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
const FLUSH_MS = 1000;
/** In a minute; what comes after them is only counted by event. */
const LINES_MAX = 1000;
const OWN_FILE = /^(\d{4}-\d{2}-\d{2})\..*\.jsonl$/;

/**
 * Opens the log of what concerns accounts' safety (R235): a line of JSON each, in a file a day (UTC) and
 * host. What repeats within a minute is one line, and another one with `times` once the minute is over.
 */
export function openSecurityLog(options: Options): SecurityLog {
  const { days, secret, clock, clientIpOf, log } = options;
  const folder = join(options.dataDir, SECURITY_LOG_FOLDER);
  let waiting = "";
  let minute = 0;
  /** How often each line of this minute came again. */
  const repeats = new Map<string, number>();
  const timer = setInterval(() => void self.flush(), FLUSH_MS).unref();

  const self: SecurityLog = {
    write(event, { request, ...facts }) {
      if (days === 0) return;
      beginMinute();
      const network = networkMark(secret, clientIpOf(request));
      const whole = JSON.stringify({ event, network, ...facts });
      const line =
        repeats.size < LINES_MAX || repeats.has(whole) ? whole : JSON.stringify({ event });
      const times = repeats.get(line);
      repeats.set(line, (times ?? -1) + 1);
      if (times === undefined) append(line);
    },
    async flush() {
      beginMinute();
      const text = take();
      if (text === "") return;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await appendFile(fileOf(), text, { mode: 0o600 });
      } catch (err) {
        log.error({ err }, "cannot write the security log");
      }
    },
    async deleteOld() {
      const oldest = dayOf(clock.now() - days * DAY_MS);
      for (const name of await readdir(folder).catch(() => [])) {
        const day = OWN_FILE.exec(name)?.[1];
        if (day !== undefined && day < oldest) await rm(join(folder, name), { force: true });
      }
    },
    close() {
      clearInterval(timer);
      writeRepeats();
      const text = take();
      if (text === "") return;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        appendFileSync(fileOf(), text, { mode: 0o600 });
      } catch (err) {
        // A full disk must not keep the server from closing.
        log.error({ err }, "cannot write the security log");
      }
    },
  };
  return self;

  function beginMinute() {
    const now = Math.floor(clock.now() / MINUTE_MS);
    if (now === minute) return;
    writeRepeats();
    minute = now;
  }

  function writeRepeats() {
    for (const [line, times] of repeats) {
      if (times > 0) append(`${line.slice(0, -1)},"times":${times}}`);
    }
    repeats.clear();
  }

  function append(line: string) {
    waiting += `{"at":"${new Date(clock.now()).toISOString()}",${line.slice(1)}\n`;
  }

  function take() {
    const text = waiting;
    waiting = "";
    return text;
  }

  /** Several servers may share the folder. */
  function fileOf() {
    return join(folder, `${dayOf(clock.now())}.${hostname()}.jsonl`);
  }
}

/** Tells networks apart without saying which they are: /24 of IPv4, /48 of IPv6. */
export function networkMark(secret: string, address: string): string {
  const text = `network:${networksOf(address).at(-1)}`;
  const known = marks.get(secret + text);
  if (known !== undefined) return known;
  const mark = createHmac("sha256", secret).update(text).digest("base64url").slice(0, 12);
  marks.set(secret + text, mark);
  return mark;
}

const marks = new LRUCache<string, string>({ max: 5000 });

/** What other lines tell already, and what people see who have not voted yet. */
const NO_REFUSALS = new Set<ErrorCode>([
  ...(["invalid_credentials", "wrong_password", "results_hidden"] as const),
  ...(["second_factor_required", "wrong_code"] as const),
]);

/** Writes that a call was refused with 401, 403 or 429. */
export function logRefusal(
  log: SecurityLog,
  { status, code }: ApiError,
  request: FastifyRequest,
): void {
  if (NO_REFUSALS.has(code)) return;
  const route = `${request.method} ${request.routeOptions.url}`;
  const facts = { request: request.raw, account: request.viewer?.id, code, route };
  log.write(status === 429 ? "limited" : "refused", facts);
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
