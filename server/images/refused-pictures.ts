import { ApiError } from "#server/errors.ts";
import { measure } from "#server/telemetry/metrics.ts";

const refused: Record<string, number> = {
  image_format: 0,
  image_too_large: 0,
  image_refused: 0,
  storage_full: 0,
};

measure({
  name: "kanaat_pictures_refused_total",
  help: "Pictures that were refused, by the code of the error",
  kind: "counter",
  label: "reason",
  read: () => refused,
});

/** Counts it where `work` ends with the refusal of a picture. */
export async function countRefusals<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof ApiError) refused[error.code] = (refused[error.code] ?? 0) + 1;
    throw error;
  });
}
