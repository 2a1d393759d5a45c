import { useQuery } from "@tanstack/react-query";
import { canUsePasskeys } from "#web/features/sign-in/passkey-support.ts";
import { proveByPasskey } from "#web/features/sign-in/passkeys.api.ts";
import { factorsQuery } from "#web/features/sign-in/security/security.api.ts";

/** How signed-in people prove that the account is theirs before a permanent change. */
export function useOwnerProof() {
  const factors = useQuery(factorsQuery).data?.item;
  const asksPassword = factors?.signs_in_by_email ?? true;
  const needsPasskey = !asksPassword && (factors?.passkeys.length ?? 0) > 0;
  return {
    /** Whether the form has a password field; accounts from a provider may have no password. */
    asksPassword,
    /** The text in place of the field. */
    hint: hintOf(needsPasskey),
    /** The proof from the password or a passkey. Throws an error in Turkish if no passkey signs. */
    prove: async (password: string | undefined) => {
      if (asksPassword) return { password };
      return needsPasskey ? proveByPasskey() : {};
    },
  };
}

function hintOf(needsPasskey: boolean): string {
  if (!needsPasskey)
    return "Hesabınızın şifresi yok: Bu işlemi, giriş yaptıktan sonraki on dakika içinde yapabilirsiniz.";
  if (canUsePasskeys()) return "Onaylamak için geçiş anahtarınızı kullanacaksınız.";
  return "Onaylamak için geçiş anahtarınız gerekir, ancak burada kullanılamıyor. Sayfayı, anahtarınızın çalıştığı bir tarayıcıda açın.";
}
