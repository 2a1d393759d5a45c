import { Badge } from "#web/ui/badge.tsx";

/** Says that only adults see a survey (R460). */
export const AdultsBadge = () => (
  <Badge>
    <span role="img" aria-label="18 yaş ve üstü">
      18+
    </span>
  </Badge>
);
