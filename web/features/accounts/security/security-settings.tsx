import { OpenSessions } from "./open-sessions.tsx";

/** What keeps others out of one's account. */
export function SecuritySettings() {
  return (
    <section
      aria-labelledby="guvenlik"
      className="grid gap-3 rounded border border-line bg-surface p-5"
    >
      <h2 id="guvenlik" tabIndex={-1} className="text-xl font-extrabold outline-none">
        Güvenlik
      </h2>
      <p className="text-muted text-pretty">
        Hesabınıza nerelerden girildiğini görebilir, tanımadığınız oturumları kapatabilirsiniz.
      </p>
      <OpenSessions />
    </section>
  );
}
