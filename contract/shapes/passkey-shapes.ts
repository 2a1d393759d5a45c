import * as z from "zod";
import { item } from "./shapes.ts";

/** Without padding, as the library reads it; some programs add padding. */
const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*={0,2}$/)
    .transform((text) => text.replace(/=+$/, ""));
const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal("public-key"),
  clientExtensionResults: z
    .object({})
    .nullish()
    .transform((results) => results ?? {}),
};

/** A browser's result when a passkey signs, as `PublicKeyCredential.toJSON()` returns it. */
const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    /** Empty or null if the authenticator stores none, as in Safari. */
    userHandle: base64url(200).nullish(),
  }),
});

/** A browser's result when a passkey is created. */
export const Attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(20)).max(10).nullish(),
  }),
});

/** Proves that the result comes from the browser that requested the options. */
export const Ceremony = z.string().max(100);
/** Options for the browser's own call, with the `ceremony` to send back with its result. */
export const Options = item(
  z.object({ ceremony: Ceremony, options: z.looseObject({ challenge: z.string() }) }),
);
export const Signed = z.object({ ceremony: Ceremony, response: Assertion });
export type Signed = z.infer<typeof Signed>;
