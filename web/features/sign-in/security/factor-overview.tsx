import type { ReactNode } from "react";
import type { Factors, Passkey } from "#contract/endpoints/second-factors.ts";
import { NoPasskeys } from "#web/features/sign-in/no-passkeys.tsx";
import { canUsePasskeys } from "#web/features/sign-in/passkey-support.ts";
import { makePasskey } from "#web/features/sign-in/passkeys.api.ts";
import { isolated } from "#web/lib/direction.ts";
import { formatDate } from "#web/lib/turkish.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { beginTotp, removePasskey, removeTotp, renewRecoveryCodes } from "./security.api.ts";
import type { View } from "./view.ts";

interface Props {
  factors: Factors;
  show: (view: View) => void;
}

/** The account's factors, with buttons that add and remove them. */
export function FactorOverview({ factors, show }: Props) {
  const { totp_since, passkeys, recovery_codes_left } = factors;
  const isOn = totp_since !== null || passkeys.length > 0;
  return (
    <div className="grid gap-6">
      <p className="text-muted text-pretty">
        Açtığınızda şifrenizle giriş yaparken bir adım daha istenir: telefonunuzdaki bir uygulamanın
        kodu ya da bir geçiş anahtarı. Şifrenizi öğrenen biri tek başına giremez.
      </p>
      <Part title="Doğrulama kodları" badge={totp_since ? "Açık" : "Kapalı"}>
        {totp_since ? (
          <Button
            variant="danger"
            className="justify-self-start"
            onClick={() =>
              show({
                step: "confirm",
                why: "Doğrulama kodlarını kapatmak için kimliğinizi doğrulayın.",
                run: async (proof) => {
                  await removeTotp(proof);
                  toast.success("Doğrulama Kodları Kapatıldı");
                  return undefined;
                },
              })
            }
          >
            Kodları Kapat
          </Button>
        ) : (
          <>
            <p className="text-muted text-pretty">
              Google Authenticator, Aegis ya da benzeri bir uygulama her yarım dakikada yeni bir kod
              gösterir.
            </p>
            <Button
              className="justify-self-start"
              onClick={() =>
                show({
                  step: "confirm",
                  why: "Doğrulama kodlarını açmak için kimliğinizi doğrulayın.",
                  run: async (proof) => ({ step: "totp", ...(await beginTotp(proof)) }),
                })
              }
            >
              Kodları Aç
            </Button>
          </>
        )}
      </Part>
      <Passkeys factors={factors} show={show} />
      {isOn && (
        <Part title="Kurtarma kodları" badge={`${recovery_codes_left} kod kaldı`}>
          <p className="text-muted text-pretty">
            Telefonunuza ya da geçiş anahtarınıza ulaşamadığınızda giriş yapmanızı sağlar.
          </p>
          <Button
            className="justify-self-start"
            onClick={() =>
              show({
                step: "confirm",
                why: "Yeni kurtarma kodları için kimliğinizi doğrulayın. Eski kodlar geçersiz olur.",
                run: async (proof) => ({ step: "codes", codes: await renewRecoveryCodes(proof) }),
              })
            }
          >
            Kodları Yenile
          </Button>
        </Part>
      )}
    </div>
  );
}

function Passkeys({ factors, show }: Props) {
  const { passkeys, passkey_origin } = factors;
  const isSupported = canUsePasskeys();
  const canMake = isSupported && passkey_origin === location.origin;
  return (
    <Part title="Geçiş anahtarları" badge={passkeys.length > 0 ? String(passkeys.length) : "Yok"}>
      <p className="text-muted text-pretty">
        Parmak iziniz, yüzünüz ya da cihazınızın kilidiyle, şifre yazmadan giriş yaparsınız.
      </p>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} show={show} />
          ))}
        </ul>
      )}
      {canMake ? (
        <Button
          className="justify-self-start"
          onClick={() =>
            show({
              step: "confirm",
              why: "Geçiş anahtarı eklemek için kimliğinizi doğrulayın.",
              run: async (proof) => {
                const { recovery_codes } = await makePasskey(proof);
                toast.success("Geçiş Anahtarı Eklendi");
                return recovery_codes ? { step: "codes", codes: recovery_codes } : undefined;
              },
            })
          }
        >
          Geçiş Anahtarı Ekle
        </Button>
      ) : (
        <NoPasskeys
          inApp="Geçiş anahtarı burada eklenemez. Sayfayı tarayıcınızda açın ve orada giriş yapın."
          why={whyNot(isSupported, passkey_origin)}
        />
      )}
    </Part>
  );
}

function whyNot(isSupported: boolean, origin: string | null): string {
  if (!isSupported) return "Tarayıcınız geçiş anahtarlarını desteklemiyor.";
  if (!origin)
    return "Geçiş anahtarları için sitenin kendi adresi (PUBLIC_URL) ayarlanmış olmalıdır.";
  return `Geçiş anahtarları yalnızca ${origin} adresinde eklenebilir.`;
}

function PasskeyRow({ passkey, show }: { passkey: Passkey; show: Props["show"] }) {
  const { id, name, created_at, used_at, synced } = passkey;
  const facts = [
    `Eklendi: ${formatDate(created_at)}`,
    used_at ? `Son kullanım: ${formatDate(used_at)}` : "Henüz kullanılmadı",
    ...(synced ? ["Cihazlarınız arasında eşitlenir"] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="grid min-w-0 grow basis-40 gap-0.5">
        <span dir="auto" className="font-semibold wrap-anywhere">
          {name}
        </span>
        <span className="text-sm text-muted">{facts.join(" · ")}</span>
      </div>
      <Button
        className="shrink-0 px-3 text-sm"
        aria-label={`Sil: ${isolated(name)}`}
        onClick={() =>
          show({
            step: "confirm",
            why: `"${isolated(name)}" geçiş anahtarını silmek için kimliğinizi doğrulayın.`,
            run: async (proof) => {
              await removePasskey(id, proof);
              toast.success("Geçiş Anahtarı Silindi");
              return undefined;
            },
          })
        }
      >
        Sil
      </Button>
    </li>
  );
}

function Part({ title, badge, children }: { title: string; badge: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h3 className="flex flex-wrap items-center gap-2 font-extrabold">
        {title} <Badge>{badge}</Badge>
      </h3>
      {children}
    </section>
  );
}
