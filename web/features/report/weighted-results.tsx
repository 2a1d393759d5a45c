import type { Report } from "#contract/endpoints/report.ts";
import { LEAST_EFFECTIVE } from "#contract/shapes/groups.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { OptionName } from "./share-bar.tsx";
import { Table } from "./table.tsx";

type Breakdown = NonNullable<Report["breakdown"]>;

const COLUMNS = [
  { key: "option", name: "Şık" },
  { key: "votes", name: "Oylar" },
  { key: "weighted", name: "Ağırlıklı" },
];

/** The results as if the voters were like the country's population, beside the votes cast. */
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
    <div className="grid grid-cols-1 gap-4">
      <Table title="Türkiye’ye göre tablosu" columns={COLUMNS}>
        {options.map(({ id, content, color }, i) => (
          <tr key={id}>
            <th scope="row" className="w-full min-w-28">
              <OptionName content={content} color={color} shape={i} />
            </th>
            <td>{results[i]?.value}</td>
            <td className="text-lg font-extrabold">{values[i]}</td>
          </tr>
        ))}
      </Table>
      <p className="text-sm text-muted">
        {`Her oy, oy verenlerin cinsiyet, yaş ve il dağılımı Türkiye’ninkine benzeyecek kadar sayıldı; en az beşte bir, en çok beş kat. Bu, eşit ağırlıklı en az ${formatNumber(effective)} katılımcı kadar bilgi verir. Kaynak: ${sources.join("; ")}.`}
      </p>
    </div>
  );
}
