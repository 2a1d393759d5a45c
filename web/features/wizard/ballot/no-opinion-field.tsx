import { Checkbox } from "#web/ui/form/checkbox.tsx";
import type { Draft } from "../draft/draft.ts";
import { setFields } from "../wizard-store.ts";

/** Whether people may say "Fikrim yok" (R588): one closed line, which says what is chosen. */
export function NoOpinionField({ draft: { allowsNoOpinion } }: { draft: Draft }) {
  return (
    <details>
      <summary className="min-h-11 rounded py-2.5 font-semibold">
        {allowsNoOpinion ? "“Fikrim yok”: Söylenebilir" : "“Fikrim yok”: Söylenemez"}
      </summary>
      <Checkbox
        label="“Fikrim yok” denebilsin"
        checked={allowsNoOpinion}
        onChange={({ target }) => setFields({ allowsNoOpinion: target.checked })}
      />
      <p className="mt-1 text-sm text-muted text-pretty">
        Şıkların altında “Fikrim yok” durur. Diyenler ayrı sayılır; oy sayısına ve paylara katılmaz.
        Sonuçlar oydan sonra görünüyorsa onlar da görür. Yayınladıktan sonra değiştirilemez.
      </p>
    </details>
  );
}
