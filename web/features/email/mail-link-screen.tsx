import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { MailLinkPurpose } from "#contract/endpoints/email.ts";
import { ERRORS } from "#contract/errors.ts";
import { type MailLink, mailLinkQuery } from "#web/features/email/email.api.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

interface Props {
  title: string;
  purpose: MailLinkPurpose;
  /** null until it is known. */
  token: string | null;
  /** How to get another link if this one no longer works. */
  another: ReactNode;
  children: (link: MailLink) => ReactNode;
}

const LINK_CODES = ["link_unknown", "link_used", "link_expired"];

/** The page that a link in a mail opens: what the link is for, or why it does not work (R252). */
export function MailLinkScreen({ title, purpose, token, another, children }: Props) {
  const { data, error, refetch } = useQuery({
    ...mailLinkQuery(token ?? ""),
    enabled: Boolean(token),
  });
  const link = data?.item.purpose === purpose ? data.item : undefined;
  const isUnknown = token === "" || (data && !link);
  const isOver = error instanceof ApiProblem && LINK_CODES.includes(error.code);
  return (
    <div className="column max-w-lg sm:py-6">
      <h1 className="mb-6 text-3xl font-extrabold text-balance">{title}</h1>
      <div className="grid gap-5 sm:rounded sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow">
        {link && children(link)}
        {isUnknown && <Over title={ERRORS.link_unknown[1]} text={ERRORS.link_unknown[2]} />}
        {isOver && <Over title={error.title} text={error.message} />}
        {(isUnknown || isOver) && another}
        {error && !isOver && <ProblemState error={error} onRetry={refetch} />}
        {!link && !isUnknown && !error && <Spinner label="Bağlantı açılıyor" />}
      </div>
    </div>
  );
}

function Over({ title, text }: { title: string; text: string }) {
  return (
    <div role="alert" className="grid gap-1.5">
      <p className="text-xl font-extrabold">{title}</p>
      <p className="text-muted text-pretty">{text}</p>
    </div>
  );
}
