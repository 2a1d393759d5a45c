import type { Config } from "#server/config/config.ts";
import { isOfficialName } from "./official-names.ts";

/** Nicknames that are paths of the site or could pass for its operators (R37). */
const RESERVED = new Set(
  [
    "account admin administrator api about anonim anket anketler ben bildirim bildirimler blog",
    "category company contact davet davetler destek discovery duyuru editor ekip gizlilik",
    "guvenlik help hesabim images info iletisim invitations kanaat kayit kesfet kullanici kvkk",
    "login logout me moderator my mod notifications null official popular privacy profil profile",
    "register resmi root security silinmis sistem superuser support survey surveys system team",
    "test testler undefined user users webmaster yardim yetkili yonetici yonetim",
  ]
    .join(" ")
    .split(" "),
);

/** Whether a nickname is reserved and the operator has not allowed it. */
export const isReserved = (
  nickname: string,
  { officialNicknames, refusedNames }: Pick<Config, "officialNicknames" | "refusedNames">,
): boolean =>
  (RESERVED.has(nickname) || isOfficialName(nickname, refusedNames)) &&
  !officialNicknames.includes(nickname);
