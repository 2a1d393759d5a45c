import ImagePlus from "lucide-react/icons/image-plus";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import { IMAGE_MAX_BYTES, IMAGE_TYPES, TOAST_SHORT_MS } from "#contract/limits.ts";
import { isImageType, shrinkImage } from "#web/lib/upload/shrink-image.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { toast } from "#web/ui/overlay/toast.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { FieldError } from "./field.tsx";

interface Props {
  label: string;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  image: Blob | null;
  onChange: (image: Blob | null) => void;
  /** URL of the current picture, shown while no new one is chosen. */
  storedUrl?: string | undefined;
  /** Shown in place of a picture file. */
  drawn?: ReactNode;
  shape?: keyof typeof shapes;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
}

const preparing = new Set<Promise<void>>();

/** Resolves when all pictures chosen so far are prepared or rejected. */
export const whenPicturesReady = () => Promise.all(preparing);

/** On phones a square is only a thumbnail: it can be replaced there, but not removed. */
const shapes = {
  wide: "aspect-video rounded",
  square: "aspect-square rounded",
  round: "size-32 rounded-full",
};

/** Chooses a JPEG or PNG by click, keyboard or drop, then shrinks and previews it. */
export function ImagePicker(props: Props) {
  const {
    label,
    hideLabel,
    image,
    onChange,
    storedUrl,
    drawn,
    shape = "wide",
    hint,
    error,
  } = props;
  const [isBusy, setBusy] = useState(false);
  const preview = useObjectUrl(image) ?? storedUrl;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const newest = useRef<File>(null);

  function pick(file: File | undefined) {
    const picking = prepare(file).finally(() => preparing.delete(picking));
    preparing.add(picking);
  }

  async function prepare(file: File | undefined) {
    if (!file) return toastError("image_missing");
    if (!isImageType(file)) return toastError("image_format");
    newest.current = file;
    setBusy(true);
    const shrunk = await shrinkImage(file).catch(() => null);
    // Another picture was chosen meanwhile, or this one was removed.
    if (newest.current !== file) return;
    setBusy(false);
    if (!shrunk) toastError("image_format");
    else if (shrunk.size > IMAGE_MAX_BYTES) toastError("payload_too_large");
    else onChange(shrunk);
  }

  function remove() {
    input.current?.focus();
    newest.current = null;
    setBusy(false);
    onChange(null);
  }

  return (
    <div className={cn("flex flex-col items-start gap-1.5", props.className)}>
      <span id={`${id}-label`} className={hideLabel ? "sr-only" : "font-semibold"}>
        {label}
      </span>
      <div className={cn("relative", shape !== "round" && "w-full")}>
        <label
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            pick(event.dataTransfer.files[0]);
          }}
          className={cn(
            "relative grid cursor-pointer place-items-center overflow-hidden bg-sunken text-muted",
            "hover:border-ink hover:text-ink",
            preview || drawn ? "border border-line" : "border-2 border-dashed border-edge",
            "has-focus-visible:outline-3 has-focus-visible:outline-offset-2",
            "has-focus-visible:outline-turkuaz",
            Boolean(error) && "border-danger",
            shapes[shape],
          )}
        >
          <input
            ref={input}
            type="file"
            accept={IMAGE_TYPES.join()}
            aria-labelledby={`${id}-label`}
            aria-describedby={cn(Boolean(hint) && `${id}-hint`, `${id}-error`)}
            aria-invalid={error ? true : undefined}
            onChange={({ target }) => {
              pick(target.files?.[0]);
              // Otherwise choosing the same file again would fire no change event.
              target.value = "";
            }}
            className="sr-only"
          />
          {preview && (
            <img src={preview} alt="" className="absolute inset-0 size-full object-cover" />
          )}
          {!preview && drawn}
          {!preview && !drawn && (
            <span className="flex flex-col items-center gap-1 text-center text-sm">
              <ImagePlus aria-hidden="true" />
              <span className={cn(shape === "square" && "max-sm:hidden")}>Resim seçin</span>
            </span>
          )}
          {isBusy && (
            <span className="absolute inset-0 grid place-items-center bg-surface/80 text-ink">
              <Spinner label="Resim hazırlanıyor" />
            </span>
          )}
        </label>
        {(preview || drawn) && (
          <Button
            variant="ghost"
            size="icon"
            onClick={remove}
            aria-label={`${label}: kaldır`}
            className={cn(
              "absolute top-0 right-0 hover:bg-transparent",
              shape === "square" && "max-sm:hidden",
            )}
          >
            {/* Smaller than the button, which is sized for fingers. */}
            <span className="grid size-8 place-items-center rounded-full border border-edge bg-surface">
              <X className="size-4" aria-hidden="true" />
            </span>
          </Button>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

function toastError(code: ErrorCode): void {
  const [, title, message] = ERRORS[code];
  toast.error(title, message, TOAST_SHORT_MS);
}

/** Object URL of a blob, revoked when the blob changes or the component unmounts. */
export function useObjectUrl(blob: Blob | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const objectUrl = URL.createObjectURL(blob);
    setUrl(objectUrl);
    return () => {
      URL.revokeObjectURL(objectUrl);
      setUrl(undefined);
    };
  }, [blob]);
  return url;
}
