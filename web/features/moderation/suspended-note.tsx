import { useLayoutEffect, useRef } from "react";
import { formatDateTime } from "#web/lib/turkish.ts";
import { TextLink } from "#web/ui/text-link.tsx";
import { DECISIONS, isForGood } from "./own-decisions.tsx";

interface Props {
  until: string;
  /** Called with its height in pixels. */
  onHeight: (pixels: number) => void;
}

/** Beneath the header of every page while the account is suspended (R633). */
export function SuspendedNote({ until, onHeight }: Props) {
  const strip = useRef<HTMLElement>(null);
  useLayoutEffect(() => onHeight(strip.current?.offsetHeight ?? 0), [onHeight]);
  return (
    <section
      ref={strip}
      aria-label="Askıya alınan hesap"
      className="border-b border-line bg-sunken print:hidden"
    >
      <p className="wide py-3 text-pretty max-sm:text-sm">
        <b>
          {isForGood(until)
            ? "Hesabınız süresiz olarak askıya alındı."
            : `Hesabınız ${formatDateTime(until)} tarihine kadar askıya alındı.`}
        </b>{" "}
        Anketleri okuyabilir, verilerinizi indirebilir, hesabınızı silebilirsiniz.{" "}
        <TextLink to="/notifications" hash={DECISIONS}>
          Nedeni ve itiraz
        </TextLink>
      </p>
    </section>
  );
}
