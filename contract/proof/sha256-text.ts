import * as z from "zod";

/** A SHA-256 hash, hexadecimal. */
export const Hash = z.string().regex(/^[0-9a-f]{64}$/);
