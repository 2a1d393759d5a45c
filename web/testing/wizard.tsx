import { expect } from "vitest";
import { page } from "vitest/browser";
import type { Draft } from "#web/features/wizard/draft/draft.ts";
import { SurveyWizard } from "#web/features/wizard/survey-wizard.tsx";
import { changeDraft, startNewDraft, useWizard } from "#web/features/wizard/wizard-store.ts";
import type { FakeApi } from "./fake-api.ts";
import { show } from "./screen.tsx";

const CATEGORIES = { items: [{ id: 4, name: "Spor" }] };

function Wizard() {
  const wizard = useWizard();
  return wizard && <SurveyWizard wizard={wizard} />;
}

/** Opens the wizard with a new draft, changed by `given`. */
export async function openWizard(given: Partial<Draft>, api: FakeApi = {}): Promise<void> {
  await show(<Wizard />, { "GET /api/categories": CATEGORIES, ...api });
  await expect.element(page.getByRole("navigation", { name: "Adımlar" })).toBeVisible();
  await startNewDraft();
  changeDraft((draft) => ({ ...draft, ...given }));
}

/** A draft that can be published, with these options. */
export const completeDraft = (...titles: string[]): Partial<Draft> => ({
  section: 3,
  reached: 3,
  question: "Sabah ne içersiniz?",
  categoryId: 4,
  end: null,
  image: { kind: "tile", color: 0 },
  options: titles.map((content, at) => ({
    id: `option-${at}`,
    content,
    image: { kind: "tile", color: at },
    typeText: "",
  })),
});
