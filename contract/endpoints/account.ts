import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { ERRORS } from "../errors.ts";
import {
  BIOGRAPHY_MAX,
  FULL_NAME_MAX,
  KNOWN_BROWSERS_MAX,
  NAME_LENGTH,
  NICKNAME_LENGTH,
} from "../limits.ts";
import { asciiLower, Email } from "../shapes/email-address.ts";
import { IMAGE_REFUSALS } from "../shapes/image-refusals.ts";
import { OwnerProof, PROOF_REFUSALS } from "../shapes/owner-proof.ts";
import {
  ConfirmPassword,
  ExistingPassword,
  isNotOwnPassword,
  NewPassword,
  PASSWORD_IS_OWN,
  PASSWORDS_DIFFER,
  passwordsMatch,
} from "../shapes/passwords.ts";
import { formId, Id, ImageFile, ImagePath, item, line, paragraphs } from "../shapes/shapes.ts";
import { tidiedLine } from "../shapes/visible-text.ts";
import { Proof } from "./challenge.ts";
import { Standing } from "./moderation.ts";
import { Notice } from "./notices.ts";
import { Gender } from "./people.ts";

/**
 * What an account that was opened by a code still lacks. `identity`: name, nickname, password and
 * consent to be written to; until then `name` is empty and the nickname a generated one. `details`:
 * gender, birth date and city, which are null until then.
 */
export const Missing = z.enum(["identity", "details"]);
export type Missing = z.infer<typeof Missing>;

/** A person's own account: the only response that contains e-mail and city (R68). */
export const Account = z.object({
  id: Id,
  name: z.string(),
  nickname: z.string(),
  email: z.string(),
  image: ImagePath.nullable(),
  gender: Gender.nullable(),
  /** dd.mm.yyyy */
  birth_date: z.string().nullable(),
  city_id: Id.nullable(),
  biography: z.string().nullable(),
  show_details: z.boolean(),
  follower_count: z.int(),
  following_count: z.int(),
  survey_count: z.int(),
  /** Whether the owner has verified the address, which is impossible where no mail is sent. */
  email_verified: z.boolean(),
  /** These two are absent if there are none. */
  missing: z.array(Missing).optional(),
  notices: z.array(Notice).optional(),
  ...Standing.shape,
});
export type Account = z.infer<typeof Account>;

export const CONSENT_MISSING = "Devam etmek için açık rıza metnini onaylamalısınız.";
const CITY_MISSING = "Lütfen şehir seçin.";
const nicknameLetters = new RegExp(`^[A-Za-z0-9_]{${NICKNAME_LENGTH.min},${NICKNAME_LENGTH.max}}$`);
export const Nickname = z
  .string({ error: "Lütfen bir kullanıcı adı girin." })
  // Phone keyboards add a space after a word that they complete.
  .overwrite(tidiedLine)
  .regex(nicknameLetters, { error: ERRORS.invalid_nickname[2] })
  .transform(asciiLower);

/** dd.mm.yyyy, an existing date (R32). */
const BirthDate = z
  .string({ error: "Lütfen doğum tarihinizi seçin." })
  .regex(/^\d{2}\.\d{2}\.\d{4}$/, { error: "Lütfen doğum tarihinizi seçin." })
  .refine(isRealDay, { error: "Böyle bir tarih yok. Lütfen doğum tarihinizi kontrol edin." });

const ticked = (error: string) =>
  z.preprocess(
    (value) => value === true || value === "true" || value === "1" || value === "on",
    z.literal(true, { error }),
  );

const FullName = line(NAME_LENGTH.min, FULL_NAME_MAX, "Ad ve soyad boş bırakılamaz.");

export const Registration = z
  .object({
    name: FullName,
    email: Email,
    nickname: Nickname,
    gender: Gender,
    city_id: formId(CITY_MISSING),
    birth_date: BirthDate,
    password: NewPassword,
    confirm_password: ConfirmPassword,
    explicit_consent: ticked(CONSENT_MISSING),
    communication_consent: ticked("Devam etmek için iletişim iznini onaylamalısınız."),
    image: ImageFile.optional(),
    /** The code of a registration link, where registration is by invitation. */
    invitation: z.string().max(100).optional(),
    proof: Proof.optional(),
  })
  .refine(passwordsMatch, PASSWORDS_DIFFER)
  .refine(isNotOwnPassword, PASSWORD_IS_OWN);

export const register = endpoint({
  method: "POST",
  path: "/api/auth/register",
  summary: "Opens an account; multipart when it comes with an avatar",
  auth: "none",
  body: Registration,
  encodings: ["json", "multipart"],
  answers: { 201: item(Account) },
  errors: [
    ...(["registration_closed", "invitation_needed", "challenge_required"] as const),
    ...(["nickname_taken", "email_taken", "image_missing"] as const),
    ...IMAGE_REFUSALS,
  ],
  limit: "register",
  proof: "sign-in",
});

/** Values of `browser` from earlier responses. A request with this field gets a new one. */
export const KnownBrowsers = z.array(z.string().max(100)).max(KNOWN_BROWSERS_MAX).optional();

export const Login = z.object({
  email: z
    .string({ error: "E-posta alanı boş bırakılamaz" })
    .min(1, { error: "E-posta alanı boş bırakılamaz" }),
  password: ExistingPassword,
  remember: z.boolean().default(false),
  browsers: KnownBrowsers,
  proof: Proof.optional(),
});

/** A new session, or an existing one that continues with a new token. */
const Session = z.object({ token: z.string(), expires_at: z.iso.datetime() });
/** `browser` later proves that the owner has signed in here, while others guess the password. */
export const SignedIn = Session.extend({ browser: z.string().optional() });

export const login = endpoint({
  method: "POST",
  path: "/api/auth/login",
  summary: "Opens a session: 30 days if remembered, otherwise 24 hours",
  auth: "none",
  body: Login,
  answers: { 200: SignedIn },
  errors: ["invalid_credentials", "challenge_required", "second_factor_required"],
  limit: "login",
  proof: "sign-in",
});

export const logout = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  summary: "Ends this session immediately",
  auth: "required",
  whileSuspended: true,
  answers: { 204: null },
  errors: [],
});

export const confirmNickname = endpoint({
  method: "GET",
  path: "/api/nickname/{nickname}/confirm",
  summary: "200 when the nickname is free to take",
  auth: "none",
  params: z.object({ nickname: z.string() }),
  answers: { 200: item(z.object({ nickname: z.string() })) },
  errors: ["nickname_taken", "invalid_nickname"],
  limit: "nickname",
});

export const getAccount = endpoint({
  method: "GET",
  path: "/api/auth/account/my",
  summary: "The caller's own account; 200 means signed in",
  auth: "required",
  answers: { 200: item(Account) },
  errors: [],
});

export const AccountChanges = z.object({
  name: FullName.optional(),
  biography: paragraphs(BIOGRAPHY_MAX).optional(),
  gender: Gender.optional(),
  city_id: formId(CITY_MISSING).optional(),
  birth_date: BirthDate.optional(),
  show_details: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
    .optional(),
  /** null removes the avatar. */
  image: ImageFile.nullable().optional(),
});

export const updateAccount = endpoint({
  method: "PATCH",
  path: "/api/auth/account/my",
  summary: "Changes the caller's own profile; multipart when it comes with an avatar",
  auth: "required",
  body: AccountChanges,
  encodings: ["json", "multipart"],
  answers: { 200: item(Account) },
  errors: ["account_incomplete", "image_missing", ...IMAGE_REFUSALS],
  limit: "write",
  needs: "identity",
});

const PasswordChange = z
  .object({
    current_password: ExistingPassword,
    password: NewPassword,
    confirm_password: ConfirmPassword,
  })
  .refine(passwordsMatch, PASSWORDS_DIFFER);

export const changePassword = endpoint({
  method: "PUT",
  path: "/api/auth/account/my/password",
  summary: "Changes the password; other sessions end, this one continues with the returned token",
  auth: "required",
  body: PasswordChange,
  answers: { 200: Session },
  errors: ["password_missing", "wrong_password"],
  limit: "login",
  proof: "password",
});

export const deleteAccount = endpoint({
  method: "DELETE",
  path: "/api/auth/account/my",
  summary: "Deletes the caller's account; votes stay counted, without their voter",
  auth: "required",
  body: z.object(OwnerProof),
  answers: { 204: null },
  errors: PROOF_REFUSALS,
  limit: "login",
  proof: "fresh",
});

function isRealDay(text: string): boolean {
  const [day = 0, month = 0, year = 0] = text.split(".").map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day && date.getUTCMonth() === month - 1;
}
