import { createHmac } from "node:crypto";
import { appendFileSync, mkdirSync } from "node:fs";
import { appendFile, mkdir, readdir, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { hostname } from "node:os";
import { join } from "node:path";
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import type { FactorMethod } from "#contract/endpoints/second-factors.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { Clock } from "#server/clock.ts";
import type { ApiError } from "#server/errors.ts";
import { atMost } from "#server/limits/at-most.ts";
import { networksOf } from "./client-ip.ts";

export type SecurityEvent =
  | "registered"
  | "signed_in"
  | "sign_in_failed"
  | "signed_out"
  /** Somebody ended their other sessions. */
  | "sessions_ended"
  /** Somebody signed in gave a wrong password. */
  | "password_wrong"
  | "password_changed"
  | "reset_requested"
  /** Of a code that signs in. */
  | "code_requested"
  /** Through the link in a mail. */
  | "password_reset"
  | "email_verified"
  | "email_change_undone"
  /** The owner of an address said that somebody else had used it. */
  | "address_disowned"
  /** The password was right; the second step follows. */
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
  /** A call without permission or with an invalid token. */
  | "refused"
  | "limited";

interface SecurityFacts {
  request: IncomingMessage;
  /** An account's id. */
  account?: number | undefined;
  /** A mailbox's number, which does not reveal the address (`server/secret/pseudonyms.ts`). */
  mailbox?: number | undefined;
  code?: ErrorCode | undefined;
  /** Method and pattern of the path; a path itself may hold a code or a name. */
  route?: string | undefined;
  /** The kind of the second factor. */
  factor?: FactorMethod | undefined;
  /** The sign-in provider, by the name that the operator gave it. */
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
  /** Deletes files that are older than `days`. */
  deleteOld(): Promise<void>;
  close(): void;
}

interface Options {
  dataDir: string;
  /** How long a line is kept; 0 writes none. */
  days: number;
  /** The key for hashing networks. */
  secret: string;
  clock: Clock;
  clientIpOf(request: IncomingMessage): string;
  log: FastifyBaseLogger;
}

const SECURITY_LOG_FOLDER = "security-log";
const FLUSH_MS = 1000;
/** Lines in a minute; further ones are only counted by event. */
const LINES_MAX = 1000;
const OWN_FILE = /^(\d{4}-\d{2}-\d{2})\..*\.jsonl$/;

/**
 * Opens the log of security events (R235): one line of JSON each, in a file for each day (UTC) and
 * host. What repeats within a minute is one line, then one with `times` when the minute is over.
 */
export function openSecurityLog(options: Options): SecurityLog {
  const { days, secret, clock, clientIpOf, log } = options;
  const folder = join(options.dataDir, SECURITY_LOG_FOLDER);
  let waiting = "";
  let minute = 0;
  /** How often each line of this minute was repeated. */
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

  /** Named by host, since several servers may share the folder. */
  function fileOf() {
    return join(folder, `${dayOf(clock.now())}.${hostname()}.jsonl`);
  }
}

/** Distinguishes networks (/24 of IPv4, /48 of IPv6) without revealing them. */
export function networkMark(secret: string, address: string): string {
  const text = `network:${networksOf(address).at(-1)}`;
  const known = marks.get(secret + text);
  if (known !== undefined) return known;
  const mark = createHmac("sha256", secret).update(text).digest("base64url").slice(0, 12);
  marks.set(secret + text, mark);
  return mark;
}

const marks = new LRUCache<string, string>(atMost(5000));

/** Refusals that other events cover already, and hidden results, which everyone sees at first. */
const NO_REFUSALS = new Set<ErrorCode>([
  ...(["invalid_credentials", "wrong_password", "results_hidden"] as const),
  ...(["second_factor_required", "wrong_code"] as const),
]);

/** Writes that a call was refused: with 401, 403 or 429, or with 404 because it is one of staff. */
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
