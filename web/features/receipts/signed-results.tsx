import type { ReactNode } from "react";
import { votesIn } from "#contract/proof/check-seal.ts";
import type { SealedResults } from "#contract/proof/sealed-results.ts";
import { sponsorsOf } from "#contract/shapes/sponsors.ts";
import { EditItem } from "#web/features/surveys/detail/edit-item.tsx";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";

/** The document that was signed, in words. */
export function SignedResults({ document }: { document: SealedResults }) {
  const { survey, options, edits, private_part, no_opinion } = document;
  const rows = [
    ...options,
    ...(no_opinion ? [{ id: 0, content: "Fikrim yok", ...no_opinion }] : []),
  ];
  const hasParts = private_part === "shown";
  return (
    <>
      <p dir="auto" className="text-lg font-semibold wrap-anywhere">
        {survey.question}
      </p>
      <table className="w-full text-left">
        <thead className="border-b border-edge text-sm text-muted">
          <tr>
            <th scope="col" className="py-2 pr-3 font-semibold">
              Şık
            </th>
            <th scope="col" className="py-2 text-right font-semibold">
              {hasParts ? "Herkese açıkken" : "Oy"}
            </th>
            {hasParts && (
              <th scope="col" className="py-2 pl-3 text-right font-semibold">
                Özelken
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, content, votes, private_votes }) => (
            <tr key={id} className="border-b border-line align-top">
              <th scope="row" dir="auto" className="py-2 pr-3 font-normal wrap-anywhere">
                {content}
              </th>
              <td className="py-2 text-right tabular-nums">{formatNumber(votes)}</td>
              {hasParts && (
                <td className="py-2 pl-3 text-right tabular-nums">
                  {formatNumber(private_votes ?? 0)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="py-2 pr-3 font-semibold">
              Toplam
            </th>
            <td colSpan={hasParts ? 2 : 1} className="py-2 text-right font-semibold tabular-nums">
              {formatNumber(votesIn(document))}
            </td>
          </tr>
        </tfoot>
      </table>
      {private_part === "hidden" && (
        <p className="text-muted text-pretty">
          Anket özelken verilen oylar 5’ten az olduğu için açıklanmadı; bu sayıların ve makbuzların
          dışındadır.
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Moment name="Başlangıç" at={survey.start_time} />
        <Moment name="Bitiş" at={survey.end_time} />
        <Moment name="Mühür" at={document.sealed_at} />
        {sponsorsOf(survey).map(({ label, name }) => (
          <Row key={label} name={label}>
            <bdi className="wrap-anywhere">{name}</bdi>
          </Row>
        ))}
      </dl>
      {edits.length > 0 && (
        <>
          <h3 className="mt-4 font-extrabold">İlk oydan sonra değişenler</h3>
          <ol className="divide-y divide-line">
            {edits.map((edit) => (
              <EditItem key={`${edit.edited_at} ${edit.field}`} edit={edit} />
            ))}
          </ol>
        </>
      )}
    </>
  );
}

const Moment = ({ name, at }: { name: string; at: string }) => (
  <Row name={name}>
    <time dateTime={at}>{formatDateTime(at)}</time>
  </Row>
);

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd>{children}</dd>
  </>
);
