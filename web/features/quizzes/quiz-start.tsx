import ListChecks from "lucide-react/icons/list-checks";
import type { QuizQuestion } from "#contract/shapes/quiz-shapes.ts";
import { Button } from "#web/ui/button.tsx";

/** Who takes the test, as far as it decides whether an attempt counts. */
export type Standing = "first" | "again" | "visitor" | "owner" | "ended";

export const COUNTS: Record<Standing, string> = {
  first: "İlk çözümünüz sayılır; sonrakiler alıştırmadır.",
  again: "İlk çözümünüz sayıldı. Bu bir alıştırma, sayılmaz.",
  visitor: "Giriş yapmadan da çözebilirsiniz; puanınız giriş yaparsanız sayılır.",
  owner: "Bu testi siz hazırladınız. Çözümünüz alıştırmadır, sayılmaz.",
  ended: "Bu test sona erdi. Alıştırma olarak çözebilirsiniz, sayılmaz.",
};

interface Props {
  questions: readonly QuizQuestion[];
  standing: Standing;
  onStart: () => void;
}

/** What awaits people who start a test (R611). */
export function QuizStart({ questions, standing, onStart }: Props) {
  return (
    <div className="mt-4 grid justify-items-start gap-4 rounded border border-line bg-surface p-4 sm:p-6">
      <div className="grid gap-1">
        <p className="flex items-center gap-2 font-semibold">
          <ListChecks className="size-5 text-turkuaz" aria-hidden="true" />
          {questions.length} soruluk test
        </p>
        <p className="text-muted text-pretty">
          Süre sınırı yok. Soruları boş bırakabilir, geri dönüp değiştirebilirsiniz.
        </p>
        <p className="text-muted text-pretty">{COUNTS[standing]}</p>
      </div>
      <Button variant="primary" size="large" onClick={onStart} className="max-sm:w-full">
        Teste başla
      </Button>
    </div>
  );
}
