import { useId } from "react";
import { Button } from "#web/ui/button.tsx";

/** Disabled because no provider is configured, and says so (R17). */
export function GoogleButton() {
  const id = useId();
  const why = "Google ile giriş henüz kullanılamıyor.";
  return (
    <div className="flex flex-col gap-1.5">
      <Button aria-disabled title={why} aria-describedby={id} className="w-full">
        <GoogleMark />
        Google ile devam et
      </Button>
      <p id={id} className="sr-only">
        {why}
      </p>
    </div>
  );
}

export function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true">
      <path
        fill="currentColor"
        d="M12.2 10.3v3.6h5.1a4.4 4.4 0 0 1-1.9 2.9 5.7 5.7 0 0 1-8.6-3 5.6 5.6 0 0 1 5.4-7.5c1.5 0 2.7.5 3.7 1.4l2.7-2.7A9.2 9.2 0 0 0 12.2 2.6a9.4 9.4 0 1 0 0 18.8c5.4 0 9-3.8 9-9.2 0-.6 0-1.3-.2-1.9z"
      />
    </svg>
  );
}
