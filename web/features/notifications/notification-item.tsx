import { Link } from "@tanstack/react-router";
import BarChart from "lucide-react/icons/chart-no-axes-column";
import CircleCheck from "lucide-react/icons/circle-check";
import Flag from "lucide-react/icons/flag";
import Mail from "lucide-react/icons/mail";
import Megaphone from "lucide-react/icons/megaphone";
import PartyPopper from "lucide-react/icons/party-popper";
import ShieldAlert from "lucide-react/icons/shield-alert";
import TrendingUp from "lucide-react/icons/trending-up";
import UserPlus from "lucide-react/icons/user-plus";
import type { ReactNode } from "react";
import type { Notification, NotificationKind } from "#contract/endpoints/notifications.ts";
import { timeAgo } from "#web/lib/time-ago.ts";
import { formatDateTime, formatNumber } from "#web/lib/turkish.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cn } from "#web/ui/cn.ts";

interface Props {
  notification: Notification;
  isNew: boolean;
  onLeave: () => void;
}

const kinds: Record<
  NotificationKind,
  { Icon: typeof Mail; text: ReactNode | ((notification: Notification) => ReactNode) }
> = {
  follower: { Icon: UserPlus, text: "sizi takip etmeye başladı." },
  invitation: { Icon: Mail, text: "sizi bir ankete davet etti:" },
  published: { Icon: Megaphone, text: "yeni bir anket yayınladı:" },
  ended: { Icon: BarChart, text: "Anket sona erdi, sonuçları görebilirsiniz:" },
  milestone: {
    Icon: PartyPopper,
    text: ({ votes }) => `Anketiniz ${formatNumber(votes ?? 0)} oya ulaştı:`,
  },
  leader: {
    Icon: TrendingUp,
    text: ({ leader }) =>
      leader === undefined ? (
        "Oy verdiğiniz ankette öne geçen değişti:"
      ) : (
        <>
          Oy verdiğiniz ankette <bdi className="font-semibold">{leader}</bdi> öne geçti:
        </>
      ),
  },
  new_browser: {
    Icon: ShieldAlert,
    text: "Hesabınıza yeni bir tarayıcıdan giriş yapıldı. Siz değilseniz o oturumu kapatıp şifrenizi değiştirin.",
  },
  way_in_added: {
    Icon: ShieldAlert,
    text: "Hesabınıza yeni bir giriş yolu eklendi. Siz eklemediyseniz kaldırıp şifrenizi değiştirin.",
  },
  way_in_removed: {
    Icon: ShieldAlert,
    text: "Hesabınızdan bir giriş yolu kaldırıldı. Siz kaldırmadıysanız şifrenizi değiştirin.",
  },
  recovery_codes_renewed: {
    Icon: ShieldAlert,
    text: "Kurtarma kodlarınız yenilendi. Siz yenilemediyseniz şifrenizi değiştirin.",
  },
  password_changed: {
    Icon: ShieldAlert,
    text: "Şifreniz değiştirildi. Siz değiştirmediyseniz hemen yeni bir şifre isteyin.",
  },
  email_changed: { Icon: ShieldAlert, text: "E-posta adresiniz değiştirildi." },
  data_downloaded: {
    Icon: ShieldAlert,
    text: "Bilgilerinizin bir kopyası indirildi. Siz indirmediyseniz şifrenizi değiştirin.",
  },
  decision: {
    Icon: ShieldAlert,
    text: "Sizinle ilgili bir karar verildi, bir karar geri alındı ya da itirazınız incelendi. Ayrıntıları ve itiraz yolunu görün.",
  },
  review_passed: { Icon: CircleCheck, text: "İnceleme bekleyen anketiniz yayında:" },
  report_upheld: {
    Icon: Flag,
    text: "Bildiriminizi inceledik ve gereğini yaptık. Teşekkür ederiz.",
  },
  report_dismissed: {
    Icon: Flag,
    text: "Bildiriminizi inceledik; Topluluk Kurallarına aykırı bir durum görmedik. Teşekkür ederiz.",
  },
};

/** What happened, linked to the survey or person concerned (R105). */
export function NotificationItem({ notification, isNew, onLeave }: Props) {
  const { kind, user, survey, created_at } = notification;
  const { Icon, text } = kinds[kind];
  const link = linkOf(notification);
  return (
    <li>
      <Link
        {...link}
        onClick={onLeave}
        className={cn("flex gap-3 rounded px-3 py-3 hover:bg-sunken", isNew && "bg-sunken")}
      >
        {user ? (
          <Avatar image={user.image} />
        ) : (
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-turkuaz">
            <Icon className="size-5" aria-hidden="true" />
          </span>
        )}
        <span className="grid min-w-0 gap-0.5 wrap-anywhere">
          <span>
            {user && <bdi className="font-semibold">{user.name}</bdi>}{" "}
            {typeof text === "function" ? text(notification) : text}{" "}
            {survey && <bdi className="font-semibold">{survey.question}</bdi>}
          </span>
          <span className="flex items-center gap-1.5 text-sm text-muted">
            {user && <Icon className="size-4" aria-hidden="true" />}
            <time dateTime={created_at} title={formatDateTime(created_at)}>
              {timeAgo(created_at, Date.now())}
            </time>
            {isNew && <span className="font-semibold text-turkuaz">· Yeni</span>}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** The link to the survey or person concerned. */
function linkOf({ kind, user, survey }: Notification) {
  if (survey) return { to: "/surveys/$id", params: { id: String(survey.id) } } as const;
  if (kind === "decision") return { to: "/notifications", hash: "kararlar" } as const;
  if (kind === "report_upheld" || kind === "report_dismissed") return { to: "/rules" } as const;
  if (kind === "new_browser") return { to: "/account", hash: "oturumlar" } as const;
  if (!user) return { to: "/account", hash: "guvenlik" } as const;
  return { to: "/profile/$nickname", params: { nickname: user.nickname } } as const;
}
