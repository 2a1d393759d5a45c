import { LEAST_EFFECTIVE } from "#contract/groups.ts";
import type { Report } from "#contract/report.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { OptionName } from "./share-bar.tsx";

type Breakdown = NonNullable<Report["breakdown"]>;

/** The votes as they would stand if who voted were like the country, beside those that were cast. */
export function WeightedResults({
  report: { options, results },
  weighted: { effective, values, sources },
}: {
  report: Report;
  weighted: Breakdown["weighted"];
}) {
  if (!values) {
    return (
      <p>
        {`Oylar henüz Türkiye’nin yaş, cinsiyet ve illerine göre ağırlıklandırılamıyor: en az ${LEAST_EFFECTIVE} etkin katılımcı gerekir, `}
        {effective === 0
          ? "şimdilik çok az var."
          : `en çok ${formatNumber(LEAST_EFFECTIVE - effective)} eksik.`}
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      <table className="w-full text-left tabular-nums">
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="py-2 font-normal">
              Şık
            </th>
            <th scope="col" className="w-1 py-2 pl-2 text-right font-normal">
              Verilen oylar
            </th>
            <th scope="col" className="w-1 py-2 pl-2 text-right font-normal">
              Türkiye’ye göre
            </th>
          </tr>
        </thead>
        <tbody>
          {options.map(({ id, content, color }, i) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="py-2.5 font-semibold">
                <OptionName content={content} color={color} shape={i} />
              </th>
              <td className="py-2.5 pl-2 text-right">{results[i]?.value}</td>
              <td className="py-2.5 pl-2 text-right text-lg font-extrabold">{values[i]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-muted">
        {`Her oy, oy verenlerin cinsiyet, yaş ve il dağılımı Türkiye’ninkine benzeyecek kadar sayıldı; en az beşte bir, en çok beş kat. Bu, eşit ağırlıklı en az ${formatNumber(effective)} katılımcı kadar bilgi verir. Kaynak: ${sources.join("; ")}.`}
      </p>
    </div>
  );
}
