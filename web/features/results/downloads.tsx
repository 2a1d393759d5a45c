import { apiBase } from "#web/lib/api-client.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

const FORMATS = [
  { name: "CSV", path: "/csv" },
  { name: "XLSX (Excel)", path: "/xlsx" },
  { name: "JSON", path: "" },
];

/** The report as files at addresses that stay; for results that everybody may see. */
export function Downloads({ surveyId }: { surveyId: number }) {
  const address = `${apiBase()}/api/auth/surveys/${surveyId}/responses/report`;
  return (
    <p className="flex flex-wrap gap-3 print:hidden">
      {FORMATS.map(({ name, path }) => (
        <a
          key={name}
          href={address + path}
          download={`kanaat-anket-${surveyId}${path.replace("/", ".") || ".json"}`}
          className={buttonStyle()}
        >
          {name}
        </a>
      ))}
    </p>
  );
}
