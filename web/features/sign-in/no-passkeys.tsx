import { isInApp } from "#web/lib/in-app-browser.ts";
import { InAppNote } from "./in-app-note.tsx";

interface Props {
  /** What to do instead within another app. */
  inApp: string;
  /** What to say elsewhere. */
  why?: string;
}

/** Why no passkey can be used or made here. Only for what documents never hold. */
export const NoPasskeys = ({
  inApp,
  why = "Tarayıcınız geçiş anahtarlarını desteklemiyor.",
}: Props) => (isInApp() ? <InAppNote text={inApp} /> : <p className="text-pretty">{why}</p>);
