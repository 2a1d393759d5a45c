import * as z from "zod";
import { item } from "./shapes.ts";

/** As the library reads it: some programs pad it. */
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

/** What a browser answers when a passkey signs, as `PublicKeyCredential.toJSON()` has it. */
const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    /** Empty or null where the authenticator keeps none, as in Safari. */
    userHandle: base64url(200).nullish(),
  }),
});

/** What it answers when a passkey is made. */
export const Attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(20)).max(10).nullish(),
  }),
});

/** Shows that the answer comes from the browser that asked for the options. */
export const Ceremony = z.string().max(100);
/** Options for the browser's own call, with what goes back with its answer. */
export const Options = item(
  z.object({ ceremony: Ceremony, options: z.looseObject({ challenge: z.string() }) }),
);
export const Signed = z.object({ ceremony: Ceremony, response: Assertion });
export type Signed = z.infer<typeof Signed>;
