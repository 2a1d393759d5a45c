import type { Notice } from "#contract/endpoints/notices.ts";
import { ESTABLISHED_DAYS, SHOWN_FROM_VOTES, SHOWN_STEP_VOTES } from "#contract/limits.ts";

/**
 * What upgrades change for people, by the names in `unseen_notices`, in the order they are shown. A
 * migration inserts a row for each person concerned; a text stays here as long as a database may
 * hold its name.
 */
const NOTICES: Readonly<Record<string, Omit<Notice, "name">>> = {
  "private-results": {
    title: `Özel anketlerde sonuçlar artık ${SHOWN_FROM_VOTES} oydan itibaren görünüyor`,
    text: `Kimin neye oy verdiği tahmin edilemesin diye özel anketlerin sonuçları ${SHOWN_FROM_VOTES} oydan önce size de gösterilmiyor, sonra en az ${SHOWN_STEP_VOTES} yeni oyla güncelleniyor; ${ESTABLISHED_DAYS} günden yeni hesaplar bu sayılara katılmıyor. Anket planlandığı gibi bitince, yeterince oy varsa, tamamı görünüyor; bitişi sonradan değiştirilirse son birkaç oy gizli kalıyor. Oylar anında görünsün isterseniz yeni özel anketinizde “Sayım anında görünsün” seçeneğini işaretleyin.`,
  },
};

/** Leaves out names that only a newer release knows. */
export const noticesOf = (names: readonly string[]): Notice[] =>
  Object.entries(NOTICES)
    .filter(([name]) => names.includes(name))
    .map(([name, texts]) => ({ name, ...texts }));
