import { useMutation } from "@tanstack/react-query";
import { surveyFileName } from "#contract/brand.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { apiBase, fetchAnswer } from "#web/lib/api/api-client.ts";
import { networkProblem } from "#web/lib/api/api-problem.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { isForEverybody } from "./report.api.ts";

const FORMATS = { csv: "CSV", xlsx: "XLSX (Excel)", json: "JSON" };
type Format = keyof typeof FORMATS;

interface Props {
  survey: Survey;
  invitationCode: string | undefined;
}

/** The report as files: permanent links if everybody may see the results, otherwise fetched. */
export function Downloads(props: Props) {
  return (
    <p className="flex flex-wrap gap-3">
      {(Object.keys(FORMATS) as Format[]).map((format) =>
        isForEverybody(props.survey) ? (
          <FileLink key={format} id={props.survey.id} format={format} />
        ) : (
          <FileButton key={format} {...props} format={format} />
        ),
      )}
    </p>
  );
}

function FileLink({ id, format }: { id: number; format: Format }) {
  const address = `${apiBase()}/api/auth/surveys/${id}/responses/report`;
  return (
    <a
      href={format === "json" ? address : `${address}/${format}`}
      download={`${surveyFileName(id)}.${format}`}
      className={buttonStyle()}
    >
      {FORMATS[format]}
    </a>
  );
}

function FileButton({ survey: { id }, invitationCode, format }: Props & { format: Format }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const file = await fetchFile(id, format, invitationCode);
      saveFile(file, `${surveyFileName(id)}.${format}`);
    },
    onError: (problem) => toastProblem(problem),
  });
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      {FORMATS[format]}
    </Button>
  );
}

async function fetchFile(id: number, format: Format, davet: string | undefined): Promise<Blob> {
  const [params, query] = [{ id }, { davet }];
  const { body, headers } = await (format === "json"
    ? fetchAnswer("GET /api/auth/surveys/{id}/responses/report", { params, query })
    : fetchAnswer("GET /api/auth/surveys/{id}/responses/report/{format}", {
        params: { id, format },
        query,
      }));
  try {
    const type = headers.get("content-type") ?? "";
    return await new Response(body, { headers: { "content-type": type } }).blob();
  } catch (error) {
    // The response was cut off.
    throw networkProblem(error);
  }
}
