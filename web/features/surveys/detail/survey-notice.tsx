import { useQuery } from "@tanstack/react-query";
import CircleStop from "lucide-react/icons/circle-stop";
import Clock from "lucide-react/icons/clock";
import PencilLine from "lucide-react/icons/pencil-line";
import type { Survey, SurveyState } from "#contract/shapes/survey-shapes.ts";
import { endingOf } from "#web/features/ballots/single.tsx";
import { resultsQuery } from "#web/features/results/results.api.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { Picture } from "#web/ui/picture.tsx";

const notices: Record<
  Exclude<SurveyState, "active">,
  { Icon: typeof Clock; title: string; text: (survey: Survey) => string }
> = {
  draft: {
    Icon: PencilLine,
    title: "Bu anket henüz yayınlanmadı",
    text: () =>
      "Taslağı yalnızca siz görüyorsunuz; Hesabım sayfasından yayınlayınca oy verilebilir.",
  },
  scheduled: {
    Icon: Clock,
    title: "Bu anket henüz başlamadı",
    text: ({ start_time, quiet }) => {
      const start = `Oylama başlangıcı: ${formatDateTime(start_time)}`;
      return quiet ? `${start}. Bu konudaki anketler şu dönemde bekler: ${quiet.title}.` : start;
    },
  },
  ended: {
    Icon: CircleStop,
    title: "Bu anket sona erdi",
    text: ({ expire_time }) =>
      expire_time ? `Oylama bitişi: ${formatDateTime(expire_time)}` : "Artık oy verilemiyor.",
  },
};

interface Props {
  survey: Survey;
  invitationCode: string | undefined;
}

/**
 * Why a survey accepts no votes, and how it ended where that may be seen (R484); renders nothing
 * while it accepts them.
 */
export function SurveyNotice({ survey, invitationCode }: Props) {
  const { data } = useQuery({
    ...resultsQuery(survey.id, invitationCode),
    enabled: survey.state === "ended",
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (survey.state === "active") return null;
  const { Icon, title, text } = notices[survey.state];
  const isKnown = survey.state === "ended" && data && !data.incomplete;
  // The counts of rankings and grades do not say who leads.
  const isLed = survey.ballot !== "ranked" && survey.ballot !== "rating" && survey.options[0];
  const ending = isKnown && isLed ? endingOf(data.items, survey.options) : undefined;
  return (
    <div className="mt-6 flex overflow-hidden rounded border border-line bg-sunken">
      {ending?.image ? (
        <Picture
          path={ending.image}
          alt=""
          sizes="7rem"
          className="w-24 shrink-0 self-stretch sm:w-28"
        />
      ) : (
        <Icon className="mt-4.5 ml-4 size-6 shrink-0 text-turkuaz" aria-hidden="true" />
      )}
      <div className="min-w-0 self-center px-3 py-3 sm:px-4">
        {ending && (
          <p className="text-lg leading-snug font-extrabold wrap-anywhere">{ending.text}</p>
        )}
        <p className={ending ? "" : "font-semibold"}>{title}</p>
        <p className="text-balance text-muted">{text(survey)}</p>
      </div>
    </div>
  );
}
