import CirclePlus from "lucide-react/icons/circle-plus";
import type { ReactNode } from "react";
import { SloganHeading, SloganSwitch, useSlogan } from "#web/features/home/slogan.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

/** Leaves the window to the question. */
const ON_PHONES = "max-sm:min-h-11 max-sm:px-4 max-sm:text-base";

/** `children` are shown beside the heading. */
export function Hero({ children }: { children: ReactNode }) {
  const { shown, isMoving, toggle } = useSlogan();
  return (
    <section className="wide grid grid-cols-1 items-start gap-3 sm:gap-8 lg:grid-cols-2 lg:gap-12">
      <div className="grid gap-3 sm:gap-6 lg:sticky lg:top-24">
        <div className="relative">
          <SloganHeading shown={shown} />
          <SloganSwitch isMoving={isMoving} onPress={toggle} />
        </div>
        <p className="max-w-md text-xl leading-relaxed text-muted text-pretty max-sm:hidden">
          Sorunuzu ortaya atın, herkes oyunu versin. Herkesin tek bir oyu var.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <LinkButton variant="primary" size="large" to="/survey/create" className={ON_PHONES}>
            <CirclePlus className="size-5" aria-hidden="true" />
            Anket Oluştur
          </LinkButton>
          <LinkButton size="large" to="/login" className={`${ON_PHONES} signed-in:hidden`}>
            Giriş Yap
          </LinkButton>
          <LinkButton size="large" to="/account" className={`${ON_PHONES} signed-out:hidden`}>
            Hesabım
          </LinkButton>
        </div>
      </div>
      {children}
    </section>
  );
}
