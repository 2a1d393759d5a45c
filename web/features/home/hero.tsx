import CirclePlus from "lucide-react/icons/circle-plus";
import type { ReactNode } from "react";
import { SloganHeading, SloganSwitch, useSlogan } from "#web/features/home/slogan.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

/** `children` are shown beside the heading. */
export function Hero({ children }: { children: ReactNode }) {
  const { shown, isMoving, toggle } = useSlogan();
  return (
    <section className="wide grid items-center grid-cols-1 gap-8 lg:grid-cols-2 lg:gap-12">
      <div className="grid gap-6">
        <div className="relative">
          <SloganHeading shown={shown} />
          <SloganSwitch isMoving={isMoving} onPress={toggle} />
        </div>
        <p className="max-w-md text-xl leading-relaxed text-muted text-pretty">
          Sorunuzu ortaya atın, herkes oyunu versin. Herkesin tek bir oyu var.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <LinkButton variant="primary" size="large" to="/survey/create" className="max-sm:px-5">
            <CirclePlus className="size-5" aria-hidden="true" />
            Anket Oluştur
          </LinkButton>
          <LinkButton size="large" to="/login" className="max-sm:px-5 signed-in:hidden">
            Giriş Yap
          </LinkButton>
          <LinkButton size="large" to="/account" className="max-sm:px-5 signed-out:hidden">
            Hesabım
          </LinkButton>
        </div>
      </div>
      {children}
    </section>
  );
}
