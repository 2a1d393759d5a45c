import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { emailQuery, useVerifiedElsewhere } from "#web/features/email/email.api.ts";
import { ResendLink } from "#web/features/email/resend-link.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** Another device may verify the address, without this tab being notified. */
const ASK_EVERY_MS = 4000;

export function VerifyToVoteNote({ onVerified }: { onVerified: () => void }) {
  useVerifiedElsewhere();
  const { data } = useQuery({
    ...emailQuery,
    refetchOnMount: "always",
    refetchInterval: ASK_EVERY_MS,
    refetchIntervalInBackground: true,
  });
  const ref = useRef<HTMLElement>(null);
  const isVerified = data?.item.verified === true;
  const cast = useEffectEvent(onVerified);
  useEffect(() => {
    if (isVerified) cast();
  }, [isVerified]);
  const email = data?.item.pending ?? data?.item.email ?? "";
  // Scrolls once the address is known, because it may take a line of its own.
  const isKnown = data !== undefined;
  useEffect(() => {
    if (isKnown) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isKnown]);
  return (
    <section
      ref={ref}
      aria-label="E-posta doğrulama"
      className="mt-3 grid scroll-mb-4 gap-3 rounded border border-turkuaz bg-turkuaz-soft p-4"
    >
      <div role="status" className="grid gap-1">
        <p className="font-extrabold">E-postanızı doğrulayın, oyunuz sayılsın</p>
        <p className="text-pretty">
          Seçiminizi sakladık. <span className="wrap-anywhere">{email}</span> adresine gönderdiğimiz
          bağlantıyı açın; doğruladığınız anda oyunuz burada kendiliğinden verilecek.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ResendLink email={email} />
        <TextLink to="/account" hash="e-posta" className="flex min-h-11 items-center">
          Adresim yanlış
        </TextLink>
      </div>
    </section>
  );
}
