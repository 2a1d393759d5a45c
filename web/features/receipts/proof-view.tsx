import CircleSlash from "lucide-react/icons/circle-slash";
import Hourglass from "lucide-react/icons/hourglass";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { SEALED_FROM_VOTES } from "#contract/limits.ts";
import type { Answer } from "#web/lib/api/api-types.ts";
import { OwnReceipt } from "./own-receipt.tsx";
import { Part } from "./part.tsx";
import type { ProofProps } from "./proof-props.ts";
import { SealedProof } from "./sealed-proof.tsx";
import { TreeHeadsFile } from "./tree-heads-file.tsx";

type Seal = Answer<"GET /api/auth/surveys/{id}/seal">["item"];

const STATES: Record<
  Exclude<Seal["state"], "sealed">,
  { Icon: typeof Hourglass; title: string; text: string }
> = {
  open: {
    Icon: Hourglass,
    title: "Anket henüz sona ermedi",
    text: `Sona erince soru, şıklar, oy sayıları ve bütün oyların makbuzları imzalanıp burada yayımlanır. ${SEALED_FROM_VOTES}’dan az oy verilirse ya da son oylar gizli kalırsa sonuç mühürlenmez.`,
  },
  pending: {
    Icon: Hourglass,
    title: "Sonuç birazdan mühürlenecek",
    text: "Anket sona erdi. Son oylar da kaydedilince sonuç imzalanır; bu birkaç dakika sürer. Sayfayı açık bırakabilirsiniz.",
  },
  too_few: {
    Icon: CircleSlash,
    title: "Bu sonuç mühürlenmedi",
    text: `${SEALED_FROM_VOTES}’dan az oy verilen ya da son oyları gizli kalan anketlerin sonucu mühürlenmez.`,
  },
  unsealable: {
    Icon: TriangleAlert,
    title: "Bu sonuç mühürlenemedi",
    text: "Kayıtlı oylarla gösterilen sayılar birbirini tutmuyor. Site yönetimi uyarıldı; düzelince sonuç kendiliğinden mühürlenir.",
  },
};

/** The proof of a survey's results, or why there is none yet. */
export function ProofView({ seal, ...props }: ProofProps & { seal: Seal }) {
  if (seal.state === "sealed" && seal.signed) {
    return <SealedProof {...props} signed={seal.signed} differs={seal.differs} />;
  }
  const { Icon, title, text } = STATES[seal.state === "sealed" ? "pending" : seal.state];
  return (
    <div className="grid gap-8">
      <div
        role="status"
        className="flex items-start gap-3 rounded border border-line bg-surface p-4 sm:p-6"
      >
        <Icon className="mt-0.5 size-6 shrink-0 text-turkuaz" aria-hidden="true" />
        <div className="grid gap-1">
          <p className="text-lg font-extrabold">{title}</p>
          <p className="text-muted text-pretty">{text}</p>
        </div>
      </div>
      <OwnReceipt {...props} isKept={seal.state === "open" || seal.state === "pending"} />
      <Part title="Saatlik sayımlar">
        <TreeHeadsFile {...props} />
      </Part>
    </div>
  );
}
