import { EmptyState } from "#web/ui/empty-state.tsx";

export function NotificationList() {
  return (
    <EmptyState
      title="Henüz bildiriminiz yok"
      text="Takipçileriniz, davetleriniz ve oy verdiğiniz anketler hakkında burada haber alırsınız."
    />
  );
}
