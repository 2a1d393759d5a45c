import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Instant, item, PageQuery, page } from "../shapes/shapes.ts";
import { Author } from "../shapes/survey-shapes.ts";

/**
 * `mute` keeps a person out of the caller's lists and notifications. `block` does too, and for them
 * the caller is not there.
 */
export const BlockKind = z.enum(["mute", "block"]);
export type BlockKind = z.infer<typeof BlockKind>;

const Block = z.object({ person: Author, kind: BlockKind, since: Instant });

const BLOCK = {
  path: "/api/auth/account/blocks/{userId}",
  auth: "required",
  params: z.object({ userId: z.coerce.number().pipe(Id) }),
} as const;

export const listBlocks = endpoint({
  method: "GET",
  path: "/api/auth/account/blocks",
  summary: "Whom the caller has blocked or muted, newest first",
  auth: "required",
  query: PageQuery,
  answers: { 200: page(Block) },
  errors: [],
});

export const getBlock = endpoint({
  ...BLOCK,
  method: "GET",
  summary: "Whether the caller has blocked or muted a person; null for neither",
  answers: { 200: item(BlockKind.nullable()) },
  errors: ["person_not_found"],
});

export const blockPerson = endpoint({
  ...BLOCK,
  method: "PUT",
  summary: "Blocks or mutes a person, who is not told; doing it twice changes nothing",
  body: z.object({ kind: BlockKind }),
  answers: { 200: item(BlockKind) },
  errors: ["person_not_found", "self_block", "blocks_limit"],
  limit: "write",
});

export const unblockPerson = endpoint({
  ...BLOCK,
  method: "DELETE",
  summary: "Takes a block or a mute back; follows that it ended stay ended",
  answers: { 204: null },
  errors: ["person_not_found"],
  limit: "write",
});
