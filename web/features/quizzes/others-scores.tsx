import { SCORES_FROM_ATTEMPTS } from "#contract/limits.ts";
import type { Scores } from "#contract/shapes/quiz-shapes.ts";
import { useBrowserQuery } from "#web/lib/browser-query.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { cn } from "#web/ui/cn.ts";
import { scoresQuery } from "./quizzes.api.ts";

interface Props {
  surveyId: number;
  invitationCode: string | undefined;
  /** The highest score. */
  highest: number;
  /** The score of the attempt on screen, if there is one. */
  own?: number;
}

/** How others did, where the viewer may see results (R612). */
export function OthersScores({ surveyId, invitationCode, highest, own }: Props) {
  const { data } = useBrowserQuery(scoresQuery(surveyId, invitationCode));
  if (!data) return null;
  return (
    <section className="grid gap-3 rounded border border-line bg-surface p-4 sm:p-6">
      <h2 className="text-xl font-extrabold">Başkaları nasıl yaptı?</h2>
      {data.item ? (
        <Bands scores={data.item} highest={highest} {...(own !== undefined && { own })} />
      ) : (
        <p className="text-muted text-pretty">
          En az {SCORES_FROM_ATTEMPTS} kişinin çözümü sayılınca burada görünür.
        </p>
      )}
    </section>
  );
}

function Bands({ scores, highest, own }: { scores: Scores } & Pick<Props, "highest" | "own">) {
  const { attempts, bands, step } = scores;
  const ownBand =
    own === undefined ? -1 : bands.findLastIndex(({ from }) => from <= Math.floor(own));
  return (
    <>
      <ul className="grid gap-3">
        {bands.map(({ from, share }, i) => {
          const to = (bands[i + 1]?.from ?? highest + 1) - 1;
          return (
            <li key={from} className="grid gap-1">
              <p className={cn("flex justify-between gap-3", i === ownBand && "font-semibold")}>
                <span>
                  {from === to ? from : `${from}–${to}`} puan
                  {i === ownBand && " (siz de buradasınız)"}
                </span>
                <span className="tabular-nums">%{share}</span>
              </p>
              <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
                <span
                  className={cn(
                    "block h-full rounded-full",
                    i === ownBand ? "bg-turkuaz" : "bg-edge",
                  )}
                  style={{ width: `${share}%` }}
                />
              </span>
            </li>
          );
        })}
      </ul>
      <p className="text-sm text-muted text-pretty">
        Yaklaşık {formatNumber(attempts)} çözüme göre. Kimsenin puanı anlaşılmasın diye paylara
        küçük sapmalar eklenir, paylar {step} puanlık adımlara yuvarlanır; az çözümde kabadır.
      </p>
    </>
  );
}
