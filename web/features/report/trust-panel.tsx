import type { Report } from "#contract/endpoints/report.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";

type Breakdown = NonNullable<Report["breakdown"]>;

/** How certain it is that each vote is a person's, in words. */
export function TrustPanel({
  trust: { verified, week_old, month_old },
  burst,
}: {
  trust: Breakdown["trust"];
  burst: Report["burst"];
}) {
  const facts = [
    [`%${verified}`, "doğrulanmış e-posta adreslerinden"],
    [`%${week_old}`, "bir haftadan eski hesaplardan"],
    [`%${month_old}`, "bir aydan eski hesaplardan"],
  ];
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 sm:grid-cols-3">
        {facts.map(([share, what]) => (
          <div key={what} className="flex items-baseline gap-3 sm:grid sm:content-start sm:gap-0">
            <dd className="order-first w-14 shrink-0 text-2xl font-extrabold tabular-nums">
              {share}
            </dd>
            <dt className="text-muted">{what}</dt>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        Paylar, on oyluk farkları belli etmeyecek kadar yuvarlandı.
      </p>
      <p>
        {burst
          ? `Bir saat öne çıkıyor: ${formatDateTime(burst.from)} sularında bir saatte yaklaşık ${formatNumber(burst.votes)} oy geldi, bu anketin öteki saatlerinden çok daha fazla. Anket o sırada bir yerde paylaşılmış olabilir.`
          : "Hiçbir saat, bu anketin öteki saatlerinden belirgin biçimde öne çıkmıyor."}
      </p>
    </div>
  );
}
