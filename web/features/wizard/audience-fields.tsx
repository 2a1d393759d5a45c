import { Checkbox } from "#web/ui/form/checkbox.tsx";
import type { Draft } from "./draft/draft.ts";
import { setFields } from "./wizard-store.ts";

/** Who will see the survey, and whether only adults (R695): one closed line, which says what is chosen. */
export function AudienceFields({ draft: { adultsOnly, visibility } }: { draft: Draft }) {
  return (
    <>
      <p className="text-sm text-muted text-pretty">{audience(visibility, adultsOnly)}</p>
      <details>
        <summary className="min-h-11 rounded py-2.5 font-semibold">
          {adultsOnly ? "Yaş sınırı: 18 yaş ve üstü" : "Yaş sınırı: Yok"}
        </summary>
        <Checkbox
          label="Yalnızca 18 yaş ve üstü"
          checked={adultsOnly}
          onChange={({ target }) => setFields({ adultsOnly: target.checked })}
        />
        <p className="mt-1 text-sm text-muted text-pretty">
          Anketi, doğum tarihine göre 18 yaşını doldurmuş üyeler giriş yapınca görür ve oylar.
          Listelerde, aramada ve bağlantı önizlemelerinde görünmez. Bunu yalnızca 18 yaş ve üstü
          üyeler seçebilir; yayınladıktan sonra değiştirilemez.
        </p>
      </details>
    </>
  );
}

function audience(visibility: Draft["visibility"], adultsOnly: boolean): string {
  if (visibility === "private")
    return `Güvenlik: Özel. Yayınlanınca onu yalnızca davet ettikleriniz ve bağlantısını verdikleriniz${adultsOnly ? ", 18 yaş ve üstüyse," : ""} görür.`;
  return adultsOnly
    ? "Güvenlik: Herkese, 18 yaş ve üstü. Yayınlanınca bağlantısını alanlar ve takipçileriniz, 18 yaş ve üstüyse, görür."
    : "Güvenlik: Herkese. Yayınlanınca listelerde ve aramada görünür.";
}
