import { send } from "#web/lib/api-client.ts";
import { readProblem } from "#web/lib/api-problem.ts";
import { currentToken, endSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.ts";

/**
 * Ends the session on the server and, whatever it answers, in this browser (decision 5). Throws
 * where the server did not.
 */
export async function logOut(how?: { leaving: boolean }): Promise<void> {
  try {
    // Not `callApi`, which would tell of a session that had ended before.
    const response = await send("POST /api/auth/logout", {}, currentToken());
    const problem = response.ok ? undefined : await readProblem(response, false);
    if (problem && problem.code !== "invalid_token") throw problem;
  } catch (problem) {
    endSession();
    throw problem;
  }
  endSession(how);
}

export const tellLeftOpen = (): void =>
  toast.error(
    "Oturum Sunucuda Kapanmadı",
    "Bu cihazdan çıktınız. Sunucudaki oturum, süresi dolunca kapanır.",
  );
