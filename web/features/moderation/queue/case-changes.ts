import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { DECIDED } from "../acts.ts";

/** What others did with a case since it was opened on this screen, in sentences. */
export function changesSince(before: CaseDetail, now: CaseDetail): string[] {
  const earlier = new Map(before.decisions.map((decision) => [decision.id, decision]));
  const made = now.decisions.filter(({ id }) => !earlier.has(id));
  const undone = now.decisions.filter(
    ({ id, undone_at }) => undone_at !== null && earlier.get(id)?.undone_at === null,
  );
  const isClosed = before.opened_at !== null && now.opened_at === null;
  const isDismissed = isClosed && now.muted_until === null && made.length + undone.length === 0;
  const dismissed = before.has_objection
    ? "İtiraz reddedildi; karar kaldı."
    : "İçerik kurallara uygun bulundu.";
  const more = now.reported.filter(({ id }) => before.reported.every((one) => one.id !== id));
  return [
    ...made.map(({ act, words }) => `Karar verildi: ${DECIDED[act]}. ${words}`),
    ...undone.map(({ act }) => `Geri alındı: ${DECIDED[act]}.`),
    ...(isDismissed ? [dismissed] : []),
    ...(isClosed && now.muted_until !== null ? ["Bildirimleri susturuldu."] : []),
    ...(before.escalation === null && now.escalation !== null ? ["Yöneticilere iletildi."] : []),
    ...(more.length > 0 ? [`${formatNumber(more.length)} yeni bildirim geldi.`] : []),
    ...(!before.has_objection && now.has_objection ? ["Bir karara itiraz edildi."] : []),
  ];
}
