import Check from "lucide-react/icons/check";
import { Button } from "#web/ui/button.tsx";
import type { ButtonSize } from "#web/ui/button-style.ts";
import { cn } from "#web/ui/cn.ts";

interface Props {
  isSending: boolean;
  hasVoted: boolean;
  /** No option is chosen, or the survey accepts no votes. */
  isDisabled: boolean;
  size?: ButtonSize;
}

export function VoteButton({ isSending, hasVoted, isDisabled, size = "large" }: Props) {
  return (
    <Button
      type="submit"
      variant={hasVoted ? "ghost" : "primary"}
      size={size}
      busy={isSending}
      disabled={hasVoted || isDisabled}
      className={cn(
        "grow max-sm:px-3 @lg:min-w-56 @lg:grow-0",
        hasVoted && "bg-turkuaz-soft text-turkuaz hover:bg-turkuaz-soft disabled:opacity-100",
      )}
    >
      {hasVoted && <Check className="size-5" aria-hidden="true" />}
      {label(isSending, hasVoted)}
    </Button>
  );
}

function label(isSending: boolean, hasVoted: boolean): string {
  if (isSending) return "Gönderiliyor";
  return hasVoted ? "Oy Verildi" : "Oyla";
}
