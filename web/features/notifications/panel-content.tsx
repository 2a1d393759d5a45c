import { RequireSignIn } from "#web/features/sign-in/require-sign-in.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { NotificationList } from "./notification-list.tsx";

/** What the panel shows; loaded when it is first opened. */
export function PanelContent({ onLeave }: { onLeave: () => void }) {
  return (
    <RequireSignIn
      text="Takipçilerinizden, davetlerinizden ve anketlerinizden burada haber alırsınız."
      onLeave={onLeave}
    >
      <NotificationList onLeave={onLeave} />
      <p className="mt-2">
        <TextLink
          to="/notifications"
          onClick={onLeave}
          className="inline-flex min-h-11 items-center"
        >
          Bütün bildirimler
        </TextLink>
      </p>
    </RequireSignIn>
  );
}
