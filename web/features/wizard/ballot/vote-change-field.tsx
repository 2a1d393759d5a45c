import { Checkbox } from "#web/ui/form/checkbox.tsx";
import type { Draft } from "../draft/draft.ts";
import { setFields } from "../wizard-store.ts";

/** Whether votes may be changed (R581): one closed line, which says what is chosen. */
export function VoteChangeField({ draft: { votesMayChange } }: { draft: Draft }) {
  return (
    <details>
      <summary className="min-h-11 rounded py-2.5 font-semibold">
        {votesMayChange ? "Verilen oy: Değiştirilebilir" : "Verilen oy: Kesin"}
      </summary>
      <Checkbox
        label="Oy değiştirilebilsin"
        checked={votesMayChange}
        onChange={({ target }) => setFields({ votesMayChange: target.checked })}
      />
      <p className="mt-1 text-sm text-muted text-pretty">
        Oy verenler, anket bitene kadar oylarını değiştirebilir ya da geri çekebilir. Kırılımlar
        anket bitince sayılır, oyların zamanı gösterilmez. Yayınladıktan sonra değiştirilemez.
      </p>
    </details>
  );
}
