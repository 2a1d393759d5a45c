import type { Result } from "#contract/endpoints/votes.ts";
import { isolated } from "#web/lib/direction.ts";
import { formatNumber } from "#web/lib/turkish.ts";

/** One sentence on how a vote stands among the results that contain it. */
export function outcomeWords(results: readonly Result[], chosen: number | undefined): string {
  const own = results.find(({ option_id }) => option_id === chosen);
  const most = Math.max(...results.map(({ count }) => count));
  const leaders = results.filter(({ count }) => count === most);
  if (!own || own.count === 0) return "Oyunuz verildi.";
  const others = own.count - 1;
  const company = others > 0 ? `${formatNumber(others)} kişi sizinle.` : "";
  if (own.count < most) {
    const [leader] = leaders;
    const ahead = leaders.length > 1 ? "Başta beraberlik var" : `Önde ${quoted(leader)} var`;
    return `${ahead}; ${company || "bu şıkkı ilk siz seçtiniz."}`;
  }
  if (!company) return "Bu şıkkı ilk siz seçtiniz.";
  return leaders.length > 1 ? `Başa baş: ${company}` : `Önde gideni seçtiniz: ${company}`;
}

const quoted = (result: Result | undefined) => `“${isolated(result?.option_name ?? "")}”`;
