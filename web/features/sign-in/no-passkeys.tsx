import { isInApp } from "#web/lib/in-app-browser.ts";
import { InAppNote } from "./in-app-note.tsx";

interface Props {
  /** What to do instead within another app. */
  inApp: string;
  /** What to say elsewhere. */
  why?: string;
}

/** Why no passkey can be used or created here. Only for content that documents never contain. */
export const NoPasskeys = ({
  inApp,
  why = "Tarayıcınız geçiş anahtarlarını desteklemiyor.",
}: Props) => (isInApp() ? <InAppNote text={inApp} /> : <p className="text-pretty">{why}</p>);
