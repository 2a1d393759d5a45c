import type { Proofs } from "#web/features/sign-in/proofs.ts";
import { logIn } from "#web/features/sign-in/session.api.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { tabStorage } from "#web/lib/browser-storage.ts";
import { onSessionChange } from "#web/lib/session.ts";
import { toFormData } from "#web/lib/upload/multipart.ts";
import { type RegistrationFields, toRegistration } from "./registration-fields.ts";

/** The e-mail of a registration that may have succeeded although its response was lost. */
const SENT = "registration-sent";
onSessionChange(() => tabStorage.remove(SENT));

/**
 * Registers. Repeating a registration whose response was lost, even after a reload, succeeds too: a
 * refusal may then mean that the account already exists, which is checked with its password.
 */
export async function openAccount(
  fields: RegistrationFields,
  sendProven: Proofs["send"],
): Promise<void> {
  const { email, password } = fields;
  const isRepeated = tabStorage.get(SENT) === email;
  tabStorage.set(SENT, email);
  try {
    const body = toRegistration(fields);
    const asForm = body.image ? toFormData : undefined;
    await sendProven(
      (proof) => callApi("POST /api/auth/register", { body: { ...body, proof }, asForm }),
      email,
    );
  } catch (error) {
    if (isRepeated && statusOf(error) === 409 && (await isOwnAccount(email, password))) return;
    if (isRefused(error)) tabStorage.remove(SENT);
    throw error;
  }
}

const isOwnAccount = (email: string, password: string): Promise<boolean> =>
  logIn({ email, password }).then(
    () => true,
    (error) => {
      if (isRefused(error)) return false;
      throw error;
    },
  );

const statusOf = (error: unknown): number => (error instanceof ApiProblem ? error.status : 0);

/** Refused for certain; without a response, or with a 5xx, the account may exist. */
const isRefused = (error: unknown): boolean => statusOf(error) >= 400 && statusOf(error) < 500;
