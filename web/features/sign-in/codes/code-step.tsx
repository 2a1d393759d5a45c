import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { CODE_DIGITS, CODE_MINUTES } from "#contract/limits.ts";
import { isolated } from "#web/lib/direction.ts";
import { Button } from "#web/ui/button.tsx";
import { ProofNote } from "../proof-note.tsx";
import { useProofs } from "../proofs.ts";
import type { CodeAttempt } from "./code-attempt.ts";
import { CodeField } from "./code-field.tsx";
import { type CodeUsed, redeemCode, requestCode } from "./codes.api.ts";

interface Props {
  attempt: CodeAttempt;
  remember: boolean;
  onUsed: (used: CodeUsed) => void;
  onSentAgain: (attempt: CodeAttempt) => void;
  onWrongAddress: () => void;
}

const textButton =
  "min-h-11 font-semibold text-turkuaz underline decoration-1 underline-offset-4 hover:decoration-2 aria-disabled:cursor-not-allowed aria-disabled:text-muted aria-disabled:no-underline";

/** How long a letter may take before another one can be asked for. */
const PAUSE_S = 30;

/** Asks for the code that was sent, and uses it as soon as it is complete. */
export function CodeStep({ attempt, remember, onUsed, onSentAgain, onWrongAddress }: Props) {
  const { email, vote } = attempt;
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const [secondsLeft, restartPause] = useCountdown(PAUSE_S);
  const proofs = useProofs("register", { ahead: false });

  const using = useMutation({
    mutationFn: (code: string) => redeemCode({ attempt: attempt.attempt, code }, remember),
    onSuccess: onUsed,
    onError: () => {
      // So that what is typed next replaces it.
      field.current?.focus();
      field.current?.select();
    },
  });
  const resending = useMutation({
    mutationFn: () =>
      proofs.send(
        (proof) => requestCode({ email, explicit_consent: vote !== undefined, vote, proof }),
        email,
      ),
    onSuccess: (sent) => {
      using.reset();
      setCode("");
      restartPause();
      onSentAgain(sent);
      field.current?.focus();
    },
  });
  useEffect(() => field.current?.focus(), []);

  const submit = (complete: string) => {
    if (complete.length === CODE_DIGITS && !using.isPending) using.mutate(complete);
  };
  const change = (typed: string) => {
    if (using.isPending || typed === code) return;
    setCode(typed);
    if (using.isError) using.reset();
    submit(typed);
  };
  const isPaused = secondsLeft > 0 || resending.isPending;
  const failure = resending.error ?? using.error;
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit(code);
      }}
      className="flex flex-col gap-4"
    >
      <CodeField
        ref={field}
        label={
          <span className="wrap-anywhere">
            {isolated(email)} adresine gelen {CODE_DIGITS} rakam
          </span>
        }
        code={code}
        onChange={change}
        error={failure?.message}
      />
      <p role="status" className="text-muted text-pretty empty:hidden">
        {resending.isSuccess && "Yeni bir kod gönderdik. "}
        {using.isPending && "Kodunuza bakılıyor…"}
      </p>
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={using.isPending}
        disabled={code.length < CODE_DIGITS}
      >
        {vote ? "Oyumu Say" : "Giriş Yap"}
      </Button>
      <ProofNote isProving={proofs.isProving} />
      <div className="flex flex-wrap items-center gap-x-5">
        <p className="basis-full text-muted text-pretty">
          Kod {CODE_MINUTES} dakika geçerli. Gelmediyse gereksiz postalara da bakın.
        </p>
        <button
          type="button"
          aria-disabled={isPaused}
          onClick={() => isPaused || resending.mutate()}
          className={textButton}
        >
          Yeniden gönder
          {secondsLeft > 0 && <span className="tabular-nums"> ({secondsLeft} sn)</span>}
        </button>
        <button type="button" onClick={onWrongAddress} className={textButton}>
          Adresim yanlış
        </button>
      </div>
    </form>
  );
}

/** Seconds until zero, from when it is first shown or restarted. */
function useCountdown(seconds: number): [number, () => void] {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(Date.now);
  const isOver = now >= until;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  const restart = () => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return [Math.max(0, Math.ceil((until - now) / 1000)), restart];
}
