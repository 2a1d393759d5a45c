import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { openAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { useLoginState } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The signed-in person, who will be the author; for visitors, a button to sign in (R143). */
export function AuthorCard() {
  return (
    <aside
      aria-labelledby="author-card"
      className="flex min-h-36 flex-col gap-4 rounded border border-line bg-surface p-5"
    >
      <h2 id="author-card" className="font-extrabold">
        Hakkında
      </h2>
      <Author />
    </aside>
  );
}

function Author() {
  const loginState = useLoginState();
  const { data } = useQuery({ ...accountQuery, enabled: loginState === "in" });
  if (loginState === "out") {
    return (
      <>
        <p className="text-muted text-pretty">
          Anketinizi şimdiden hazırlayabilirsiniz; yayınlarken giriş yapmanız yeter.
        </p>
        <Button onClick={() => openAuthDialog("login")}>Giriş Yap</Button>
      </>
    );
  }
  if (!data) return <Skeleton className="h-20 w-full" />;
  const { name, nickname, image, biography } = data.item;
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar image={image} size={48} />
        <div className="grid min-w-0">
          <Link
            to="/account"
            dir="auto"
            className="w-fit max-w-full truncate font-semibold hover:underline max-lg:leading-11"
          >
            {name || "Hesabım"}
          </Link>
          {name && <span className="truncate text-sm text-muted">@{nickname}</span>}
        </div>
      </div>
      {biography && (
        <p dir="auto" className="line-clamp-4 text-muted wrap-anywhere">
          {biography}
        </p>
      )}
    </>
  );
}
