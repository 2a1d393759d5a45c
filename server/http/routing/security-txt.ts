import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { DAY_MS } from "#contract/durations.ts";
import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config/config.ts";
import { ApiError } from "#server/errors.ts";
import { readText } from "#server/http/text-file.ts";

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** The part of content/operator.json that says where to report vulnerabilities. */
const Operator = z.object({
  security_contact: z
    .string()
    .trim()
    .transform((contact) => (z.email().safeParse(contact).success ? `mailto:${contact}` : contact))
    .refine((contact) => contact === "" || /^(https:\/\/|mailto:|tel:)[!-~]+$/.test(contact))
    .default(""),
});

/**
 * `/.well-known/security.txt` (RFC 9116): where to report vulnerabilities; 404 while the operator
 * names no contact. The file is read at each request, so that it can be edited while the server
 * runs.
 */
export function securityTxtRoute(app: FastifyInstance, config: Config, clock: Clock): void {
  const { operatorFile, publicUrl } = config;
  const path = "/.well-known/security.txt";
  app.get(path, async (_request, reply) => {
    const { security_contact } = Operator.parse(JSON.parse(await readText(operatorFile)));
    if (security_contact === "") throw new ApiError("not_found");
    const lastDay = Math.floor(clock.now() / DAY_MS) + VALID_DAYS;
    const fields = {
      Contact: security_contact,
      Expires: new Date(lastDay * DAY_MS).toISOString().replace(".000", ""),
      "Preferred-Languages": "tr, en",
      // An address without TLS would prove nothing.
      ...(publicUrl?.startsWith("https:") && { Canonical: publicUrl + path }),
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
    return reply.type("text/plain; charset=utf-8").send(lines.join(""));
  });
}
