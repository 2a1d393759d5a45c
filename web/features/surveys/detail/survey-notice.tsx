import CircleStop from "lucide-react/icons/circle-stop";
import Clock from "lucide-react/icons/clock";
import PencilLine from "lucide-react/icons/pencil-line";
import type { Survey, SurveyState } from "#contract/shapes/survey-shapes.ts";
import { formatDateTime } from "#web/lib/turkish.ts";

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
    text: ({ start_time }) => `Oylama başlangıcı: ${formatDateTime(start_time)}`,
  },
  ended: {
    Icon: CircleStop,
    title: "Bu anket sona erdi",
    text: ({ expire_time }) =>
      expire_time ? `Oylama bitişi: ${formatDateTime(expire_time)}` : "Artık oy verilemiyor.",
  },
};

/** Why a survey accepts no votes; renders nothing while it accepts them. */
export function SurveyNotice({ survey }: { survey: Survey }) {
  if (survey.state === "active") return null;
  const { Icon, title, text } = notices[survey.state];
  return (
    <div className="mt-6 flex items-start gap-3 rounded border border-line bg-sunken p-4">
      <Icon className="mt-0.5 size-6 shrink-0 text-turkuaz" aria-hidden="true" />
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-balance text-muted">{text(survey)}</p>
      </div>
    </div>
  );
}
