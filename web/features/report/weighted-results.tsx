import type { Report } from "#contract/endpoints/report.ts";
import { groupName } from "#contract/shapes/group-names.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { OptionName } from "./share-bar.tsx";
import { Table } from "./table.tsx";

type Weighted = NonNullable<Report["breakdown"]>["weighted"];

const COLUMNS = [
  { key: "option", name: "Şık" },
  { key: "votes", name: "Oylar" },
  { key: "weighted", name: "Ağırlıklı" },
];

/** The results as if voters were like the country's adults, or who is missing for that. */
export function WeightedResults({ report, weighted }: { report: Report; weighted: Weighted }) {
  const { effective, values, sources } = weighted;
  if (!values) return <Missing {...weighted} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Table title="Türkiye’ye göre tablosu" columns={COLUMNS}>
        {report.options.map(({ id, content, color }, i) => (
          <tr key={id}>
            <th scope="row" className="w-full min-w-28">
              <OptionName content={content} color={color} shape={i} />
            </th>
            <td>{report.results[i]?.value}</td>
            <td className="text-lg font-extrabold">{values[i]}</td>
          </tr>
        ))}
      </Table>
      <p className="text-sm text-muted">
        {`18 yaş ve üstündekilerin oyları, cinsiyet, yaş ve bölge dağılımı Türkiye’ninkine uyacak biçimde ağırlıklandırıldı; her oy en az beşte bir, en fazla beş oy sayıldı. Bu, eşit ağırlıklı en az ${formatNumber(effective)} katılımcı kadar bilgi verir. Ağırlıklandırma, katılanların kendileri katılmayı seçmiş olmasını düzeltmez. ${sourcesOf(sources)}`}
      </p>
    </div>
  );
}

const sourcesOf = (sources: readonly string[]) =>
  `Bölge nüfuslarında çocuklar da var. Kaynak: ${sources.join("; ")}.`;

const MOST_MISSING = 6;

/** Bars of who took part, beside the country. */
function Missing({ missing, sources }: Weighted) {
  const fewer = missing.filter(({ here, country }) => here < country).slice(0, MOST_MISSING);
  const widest = Math.max(...fewer.flatMap(({ here, country }) => [here, country]));
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        Ağırlıklı sonuç gösterilmiyor: oy verenler bunun için ya çok az ya da ülkedeki yetişkinlere
        yeterince benzemiyor.
      </p>
      {fewer.length > 0 && (
        <>
          <h3 className="text-lg font-extrabold">Kim eksik?</h3>
          <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            {fewer.map(({ category, here, country }) => (
              <li key={category} className="grid gap-1.5">
                <span>
                  <strong>{nameOf(category)}</strong>
                  {`: ülkede %${country}, burada %${here}`}
                </span>
                <svg
                  viewBox={`0 0 ${widest} 10`}
                  preserveAspectRatio="none"
                  aria-hidden="true"
                  className="h-5 w-full overflow-hidden rounded bg-sunken"
                >
                  <rect width={country} height="5" className="fill-muted" />
                  <rect y="5" width={here} height="5" className="fill-turkuaz" />
                </svg>
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">
            {`Üstteki çubuk ülkeyi, alttaki bu ankete katılanları gösterir. ${sourcesOf(sources)}`}
          </p>
        </>
      )}
    </div>
  );
}

/** "65 yaş ve üzeri", "25–34 yaş": outside of a table of ages, their names need the word. */
const nameOf = (category: string) => groupName(category, String).replace(/^\d+(–\d+)?/, "$& yaş");
