import { callApi } from "#web/lib/api-client.ts";
import { endSession } from "#web/lib/session.ts";

/** Ends the session on the server and, whatever it answers, in this browser (decision 5). */
export async function logOut(how?: { leaving: boolean }): Promise<void> {
  try {
    await callApi("POST /api/auth/logout");
  } catch (problem) {
    endSession();
    throw problem;
  }
  endSession(how);
}
