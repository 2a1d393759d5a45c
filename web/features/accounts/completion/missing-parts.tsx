import type { Missing } from "#contract/endpoints/account.ts";
import { authDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { Button } from "#web/ui/button.tsx";

/** What an account that was opened by a code still lacks, and what it is for (R504). */
export function MissingParts({ missing }: { missing: readonly Missing[] }) {
  const lacksName = missing.includes("identity");
  return (
    <section
      aria-labelledby="eksikler"
      className="grid gap-4 rounded border border-turkuaz bg-turkuaz-soft p-5"
    >
      <h2 id="eksikler" className="text-xl font-extrabold">
        Hesabınızı tamamlayın
      </h2>
      <ul className="grid gap-2">
        {lacksName && (
          <li className="text-pretty">
            <b>Adınız, kullanıcı adınız ve şifreniz:</b> anket oluşturmak, başkalarını takip ve
            davet etmek, profilinizi düzenlemek için.
          </li>
        )}
        {missing.includes("details") && (
          <li className="text-pretty">
            <b>Doğum tarihiniz, cinsiyetiniz ve iliniz:</b> oylarınız “Kim ne dedi?” kırılımlarına
            girsin diye. Adınızla asla gösterilmez.
          </li>
        )}
      </ul>
      <div className="flex flex-wrap gap-3">
        {lacksName && (
          <Button variant="primary" onClick={() => authDialog.set({ shown: "identity" })}>
            Adımı ve Şifremi Ekle
          </Button>
        )}
        {missing.includes("details") && (
          <Button
            onClick={() =>
              authDialog.set({ shown: "details", title: "Kim ne dedi? Siz de görünün." })
            }
          >
            Bilgilerimi Ekle
          </Button>
        )}
      </div>
    </section>
  );
}
