import { send } from "#web/lib/api-client.ts";
import { readProblem } from "#web/lib/api-problem.ts";
import { currentToken, endSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/overlay/toast.ts";

/**
 * Ends the session on the server and, whatever it answers, in this browser (R24): at once,
 * unless one is `leaving` for another page, which will tell of it. Throws where the server did not.
 */
export async function logOut({ leaving = false } = {}): Promise<void> {
  const token = currentToken();
  // Not `callApi`, which would tell of a session that had ended before.
  const answer = send("POST /api/auth/logout", {}, token);
  if (!leaving) endSession();
  try {
    const response = await answer;
    const problem = response.ok ? undefined : await readProblem(response, false);
    if (problem && problem.code !== "invalid_token") throw problem;
  } catch (problem) {
    // By then somebody else may be signed in.
    if (token === currentToken()) endSession();
    throw problem;
  }
  if (token === currentToken()) endSession({ leaving });
}

export const tellLeftOpen = (): void =>
  toast.error(
    "Oturum Sunucuda Kapanmadı",
    "Bu cihazdan çıktınız. Sunucudaki oturum, süresi dolunca kapanır.",
  );
