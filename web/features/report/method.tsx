import type { ReactNode } from "react";
import { kindOf } from "#contract/ballots/ballots.ts";
import { BRAND } from "#contract/brand.ts";
import type { Report } from "#contract/endpoints/report.ts";
import { SPONSOR_LABELS } from "#contract/shapes/sponsors.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { KIND_NAMES } from "#web/features/ballots/kind-names.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";
import { KIND_WORDS } from "./kinds.ts";

interface Props {
  survey: Survey;
  report: Report;
  /** Number of votes in the results. */
  total: number;
}

/**
 * Who asked, whom and how, and what the numbers do not mean: what the Transparency Initiative of the
 * American Association for Public Opinion Research asks to disclose, as far as it applies here.
 */
export function Method({ survey, report, total }: Props) {
  const { breakdown, private_votes } = report;
  const apart = total - (breakdown?.votes ?? 0);
  return (
    <dl className="divide-y divide-line text-pretty">
      <Row name={SPONSOR_LABELS.asked_by}>
        <Sponsor name={survey.asked_by} />
      </Row>
      <Row name={SPONSOR_LABELS.paid_by}>
        <Sponsor name={survey.paid_by} />
      </Row>
      <Row name="Hazırlayan">
        <bdi>{survey.user.name}</bdi>
      </Row>
      <Row name="Tarih">{whenOf(survey)}</Row>
      <Row name="Yöntem">{`${BRAND} üzerinden, internette.`}</Row>
      <Row name="Oylama türü">
        {`${KIND_NAMES[kindOf(survey)]}. ${KIND_WORDS[kindOf(survey)].asked(survey)}`}
      </Row>
      <Row name="Oy verebilenler">{votersOf(survey)}</Row>
      <Row name="Örneklem">
        Yok. Katılanlar kendileri katılmayı seçti, rastgele seçilmedi. Bu yüzden hata payı ya da
        güven aralığı hesaplanamaz; sonuçlar oy verenlerin ne dediğini gösterir.
      </Row>
      <Row name="Katılım">
        {`${formatNumber(total)} oy. `}
        {breakdown &&
          apart > 0 &&
          `${formatNumber(apart)} oyun kimlerden geldiği kırılımlarda yok: sayım başlamadan önce ya da son sayımdan sonra verildi. `}
        {breakdown &&
          "Yaşını, cinsiyetini ve ilini söylememiş olanların oyları sonuçta var, kırılımlarda yok. "}
        {private_votes !== undefined && apartOf(private_votes)}
      </Row>
      <Row name="Soru ve şıklar">
        {survey.option_order === "shuffled"
          ? "Herkese bu sayfadaki soru ve şıklar gösterildi; şıklar herkese başka sırayla."
          : "Herkese bu sayfadaki soru ve şıklar, buradaki sırayla gösterildi."}
      </Row>
      <Row name="Sonuçlar">{whenSeen(survey)}</Row>
      {survey.vote_change === "until_end" && (
        <Row name="Verilen oy">
          Anket bitene kadar değiştirilebilir ve geri çekilebilir. Kırılımlar bu yüzden anket
          bitince bir kez sayılır; oyların hangi saatte geldiği tutulmaz.
        </Row>
      )}
      {survey.allows_no_opinion && (
        <Row name="Fikrim yok">
          Şık seçmek yerine söylenebilir. Söyleyenler ayrı sayılır; oylara, paylara ve kırılımlara
          katılmaz.
        </Row>
      )}
      <Row name="Sayım">
        Herkes bir kez oy verebilir ve her oy eşit sayılır. Anketin sonucu kesindir, grupların
        payları yaklaşıktır. Bu anketteki diğer bütün oyları bilen biri, kalan oyu da toplamdan
        bilir.
      </Row>
      <Row name="Ağırlıklandırma">
        {breakdown?.weighted.values
          ? "Sonuçta yok. Yalnızca “Türkiye’ye göre” bölümündeki paylar ağırlıklıdır; nasıl hesaplandıkları orada yazar."
          : "Yok."}
      </Row>
    </dl>
  );
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-x-6 py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
    <dt className="font-semibold">{name}</dt>
    <dd className="text-muted wrap-anywhere">{children}</dd>
  </div>
);

/** As the owner says: nobody checks it. */
const Sponsor = ({ name }: { name: string | undefined }) =>
  name === undefined ? (
    "Belirtilmedi."
  ) : (
    <>
      <bdi className="text-ink">{name}</bdi> (anketi hazırlayanın beyanı)
    </>
  );

function whenOf({ start_time, expire_time, state }: Survey): string {
  const start = formatDateTime(start_time);
  if (!expire_time) return `${start} tarihinden beri; bitişi yok.`;
  const end = formatDateTime(expire_time);
  return state === "ended"
    ? `${start} ile ${end} arasında.`
    : `${start} tarihinden beri; ${end} tarihinde bitecek.`;
}

const votersOf = ({ visibility, voters }: Survey): string =>
  (visibility === "private" ? "Yalnızca davet edilen" : "Bütün") +
  (voters === "verified" ? ", e-postasını doğrulamış üyeler." : " üyeler.");

/** Results that are seen before voting move votes towards the leader. */
function whenSeen({ result_visibility, state }: Survey): string {
  const hasEnded = state === "ended";
  if (result_visibility === "end") return "Anket bitene kadar kimse, anketin sahibi de göremedi.";
  return result_visibility === "before"
    ? `Oy vermeden önce de ${hasEnded ? "görülebildi" : "görülebiliyor"}; bu, oyları öndeki şıkka doğru biraz kaydırabilir.`
    : `Anket bitene kadar yalnızca oy verenler ve anketin sahibi ${hasEnded ? "görebildi" : "görebiliyor"}.`;
}

const apartOf = (privateVotes: number | null): string =>
  privateVotes === null
    ? "Anket özelken verilen oylar, yeterince olmadıkları için gösterilmez ve buradaki sayılara katılmaz."
    : `Anket özelken verilen ${formatNumber(privateVotes)} oy buradaki sayılara katılmaz, anketin sayfasında ayrıca gösterilir.`;
