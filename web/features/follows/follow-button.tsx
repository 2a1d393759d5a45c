import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import UserCheck from "lucide-react/icons/user-check";
import UserPlus from "lucide-react/icons/user-plus";
import type { Author } from "#contract/shapes/survey-shapes.ts";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { followStatusQuery, useFollowing } from "#web/features/follows/follows.api.ts";
import { useBrowserQuery } from "#web/lib/browser-query.ts";
import { isolated } from "#web/lib/direction.ts";
import { actsOnce } from "#web/lib/double-click-guard.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { toast } from "#web/ui/overlay/toast.ts";
import { followAfterSignIn } from "./pending-follow.ts";

interface Props {
  person: Pick<Author, "id" | "name">;
  /** On the person's profile or in a list; the toasts differ (R102). */
  place: "profile" | "card";
}

/** Shown to everybody but the person; sends visitors to the login (R100). */
export function FollowButton({ person, place }: Props) {
  const isSignedIn = useIsSignedIn();
  const account = useBrowserQuery({ ...accountQuery, enabled: isSignedIn });
  const isMe = isSignedIn && account.data?.item.id === person.id;
  const status = useBrowserQuery({ ...followStatusQuery(person.id), enabled: isSignedIn && !isMe });
  const following = useFollowing(person.id, (follows) => toastFollow[place](person.name, follows));
  const router = useRouter();
  const queryClient = useQueryClient();

  if (isMe) return null;
  const follows = isSignedIn && status.data?.item === true;
  /** The login's refetch may come before the follow is stored: fetches the status again. */
  const followOnceSignedIn = () =>
    following
      .mutateAsync(true)
      .then(() => queryClient.invalidateQueries(followStatusQuery(person.id)), ignore);
  const press = () => {
    if (isSignedIn) return following.mutate(!follows);
    const next = router.state.location.href;
    followAfterSignIn(next, followOnceSignedIn);
    void router.navigate({ to: "/login", search: { next } });
  };
  const label = follows ? "Takibi Bırak" : "Takip Et";
  const Icon = follows ? UserCheck : UserPlus;
  const isOnProfile = place === "profile";
  return (
    <Button
      variant={isOnProfile && !follows ? "primary" : "outline"}
      aria-label={isOnProfile ? undefined : `${label}: ${isolated(person.name)}`}
      {...actsOnce}
      onClick={press}
      // Takes up its space at once, but stays invisible until the status is known or failed to
      // load: following twice does no harm.
      className={cn(
        (account.isPending || status.isPending) && "signed-in:invisible",
        !isOnProfile && "shrink-0 px-3 text-sm",
      )}
    >
      {isOnProfile && <Icon className="size-5" aria-hidden="true" />}
      {label}
    </Button>
  );
}

/** The mutation shows failures. */
const ignore = () => undefined;

const toastFollow = {
  profile: (_name: string, follows: boolean) =>
    toast.success(
      "İşlem Başarılı",
      follows ? "Kullanıcıyı takip etmeye başladınız" : "Kullanıcıyı takip etmeyi bıraktınız",
    ),
  card: (name: string, follows: boolean) =>
    toast.info(
      "Bilgilendirme",
      `${isolated(name)} ${follows ? "takip ettiniz" : "takip etmeyi bıraktınız"}`,
    ),
};
