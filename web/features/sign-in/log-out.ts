import { send } from "#web/lib/api/api-client.ts";
import { readProblem } from "#web/lib/api/api-problem.ts";
import { currentToken, endSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/overlay/toast.ts";

/**
 * Ends the session on the server and, whatever that returns, in this browser (R24): at once, unless
 * `leaving` for another page, which announces it. Throws if the server did not end it.
 */
export async function logOut({ leaving = false } = {}): Promise<void> {
  const token = currentToken();
  // Not `callApi`, which would announce an expired session.
  const answer = send("POST /api/auth/logout", {}, token);
  if (!leaving) endSession();
  try {
    const response = await answer;
    const problem = response.ok ? undefined : await readProblem(response, false);
    if (problem && problem.code !== "invalid_token") throw problem;
  } catch (problem) {
    // Somebody else may have signed in meanwhile.
    if (token === currentToken()) endSession();
    throw problem;
  }
  if (token === currentToken()) endSession({ leaving });
}

export const toastSessionLeftOpen = (): void =>
  toast.info(
    "Oturum Sunucuda Kapanmadı",
    "Bu cihazdan çıktınız. Sunucudaki oturum, süresi dolunca kapanır.",
  );
