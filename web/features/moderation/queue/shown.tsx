import type { ReactNode } from "react";
import type { Snapshot } from "#contract/endpoints/moderation.ts";
import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { MarkedText } from "../marked-text.tsx";
import { ShownPictures } from "./shown-pictures.tsx";

/** What a target shows, or showed when it was reported. */
export function Shown({ item, snapshot }: { item: CaseDetail; snapshot: Snapshot }) {
  const { title, text, image_path, options, questions = [], types = [] } = snapshot;
  const found = item.hold?.matches.map((match) => match.found) ?? [];
  const marked = (text: string) => <MarkedText text={text} found={found} />;
  const pictures = [
    ...(image_path ? [{ content: title, image_path }] : []),
    ...options.filter((option) => option.image_path !== ""),
    ...questions.flatMap(({ content, image_path: image, explanation_image_path: explaining }) =>
      [image, explaining].flatMap((path) => (path ? [{ content, image_path: path }] : [])),
    ),
  ];
  return (
    <section aria-label="İçerik" className="grid gap-3 rounded border border-line bg-surface p-5">
      <h2 dir="auto" className="text-xl font-extrabold wrap-anywhere">
        {marked(title)}
      </h2>
      {text && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {marked(text)}
        </p>
      )}
      {options.length > 0 && (
        <ul className="list-disc px-5">
          {options.map(({ content }) => (
            <li key={content} dir="auto" className="wrap-anywhere">
              {marked(content)}
            </li>
          ))}
        </ul>
      )}
      {questions.length > 0 && <Questions questions={questions} marked={marked} />}
      {types.map((said) => (
        <p key={said} dir="auto" className="whitespace-pre-line text-muted wrap-anywhere">
          {marked(said)}
        </p>
      ))}
      <ShownPictures item={item} pictures={pictures} />
    </section>
  );
}

/** What a test asks, with its options and explanations. */
function Questions({
  questions,
  marked,
}: {
  questions: NonNullable<Snapshot["questions"]>;
  marked: (text: string) => ReactNode;
}) {
  return (
    <ol className="list-decimal px-6">
      {[...questions.entries()].map(([at, { content, options, explanation }]) => (
        <li key={at} dir="auto" className="wrap-anywhere">
          {marked(content)}: {marked(options.join(", "))}
          {explanation && <p className="whitespace-pre-line text-muted">{marked(explanation)}</p>}
        </li>
      ))}
    </ol>
  );
}
