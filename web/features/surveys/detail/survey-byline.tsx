import { Link } from "@tanstack/react-router";
import type { Survey } from "#contract/survey-shapes.ts";
import { formatDate, formatNumber } from "#web/lib/turkish.ts";
import { Avatar } from "#web/ui/avatar.tsx";

/** Author, dates and views; the whole of it links to the profile. */
export function SurveyByline({ survey }: { survey: Survey }) {
  const { user, start_time, expire_time, view_count } = survey;
  return (
    <div className="relative flex min-w-0 items-center gap-3">
      <Avatar image={user.image} size={48} />
      <div className="min-w-0">
        <Link
          to="/profile/$nickname"
          params={{ nickname: user.nickname }}
          className="block truncate rounded font-semibold after:absolute after:inset-0 hover:underline"
        >
          {user.name}
        </Link>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <time dateTime={start_time}>{formatDate(start_time)}</time>
          <span>{expire_time ? `Bitiş: ${formatDate(expire_time)}` : "Süresiz"}</span>
          <span>{formatNumber(view_count)} görüntülenme</span>
        </p>
      </div>
    </div>
  );
}
