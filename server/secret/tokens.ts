import { hash, randomBytes } from "node:crypto";

/** Returns 256 random bits in base64url (R19). */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Returns the SHA-256 of a token in base64url: the only form in which the database holds it. */
export const hashToken = (token: string): string => hash("sha256", token, "base64url");
