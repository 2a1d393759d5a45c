import { useQuery } from "@tanstack/react-query";
import { canUsePasskeys } from "#web/features/sign-in/passkey-support.ts";
import { factorsQuery } from "#web/features/sign-in/security/security.api.ts";

/** How a form asks signed-in people to prove that the account is theirs. */
export function useOwnerProof() {
  const factors = useQuery(factorsQuery).data?.item;
  return {
    /** Whether the form has a password field; `withProof` asks those who have no password. */
    asksPassword: factors?.signs_in_by_email ?? true,
    /** The text in place of the field. */
    hint: hintOf((factors?.passkeys.length ?? 0) > 0),
  };
}

function hintOf(hasPasskey: boolean): string {
  if (!hasPasskey)
    return "Hesabınızın şifresi yok: Onaylamak için bağladığınız hesapla yeniden giriş yapmanız istenebilir.";
  if (canUsePasskeys()) return "Onaylamak için geçiş anahtarınızı kullanacaksınız.";
  return "Onaylamak için geçiş anahtarınız gerekir, ancak burada kullanılamıyor. Sayfayı, anahtarınızın çalıştığı bir tarayıcıda açın.";
}
