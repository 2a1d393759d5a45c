import { useLayoutEffect, useRef } from "react";
import { useVerifiedElsewhere } from "#web/features/email/email.api.ts";
import { ResendLink } from "#web/features/email/resend-link.tsx";
import { Button } from "#web/ui/button.tsx";

interface Props {
  email: string;
  onLater: () => void;
  /** Called with its height in pixels. */
  onHeight: (pixels: number) => void;
}

/** The strip beneath the header. */
export function VerifyReminder({ email, onLater, onHeight }: Props) {
  useVerifiedElsewhere();
  const strip = useRef<HTMLElement>(null);
  useLayoutEffect(() => onHeight(strip.current?.offsetHeight ?? 0), [onHeight]);
  return (
    <section
      ref={strip}
      aria-label="E-posta doğrulama"
      className="border-b border-line bg-turkuaz-soft print:hidden"
    >
      <div className="wide flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
        <p className="min-w-0 grow basis-60 text-pretty max-sm:text-sm">
          <b>E-postanızı doğrulayın</b>
          <span className="max-sm:hidden">, oylarınız her ankette sayılsın</span>. Bağlantıyı{" "}
          <span className="wrap-anywhere">{email}</span> adresine gönderdik.
        </p>
        <span className="flex flex-wrap gap-2">
          <ResendLink email={email} />
          <Button variant="ghost" onClick={onLater}>
            Sonra
          </Button>
        </span>
      </div>
    </section>
  );
}
