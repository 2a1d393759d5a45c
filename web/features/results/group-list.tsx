import type { Report } from "#contract/report.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { type Group, type Shown, shownGroups } from "./groups.ts";
import { HiddenBar, ShareBar, TOO_SMALL } from "./share-bar.tsx";

interface Props {
  report: Report;
  groups: readonly Group[];
  /** What the groups are by. */
  dimension: string;
}

/** How each group of a dimension voted, as bars, and the same as a table. */
export function GroupList({ report, groups, dimension }: Props) {
  const shown = shownGroups(report);
  const { options } = report;
  return (
    <div className="grid gap-5">
      <ul className="grid gap-4">
        {groups.map(({ key, name }) => {
          const group = shown.get(key);
          return (
            <li key={key} className="grid gap-1">
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-semibold">{name}</span>
                <span className="text-sm text-muted">
                  {group ? `${formatNumber(group.votes)} oy` : TOO_SMALL}
                </span>
              </div>
              {group ? (
                <>
                  <ShareBar options={options} shown={group} />
                  <Leader options={options} group={group} />
                </>
              ) : (
                <HiddenBar />
              )}
            </li>
          );
        })}
      </ul>
      <ReportTable
        title={`${dimension} tablosu`}
        corner={dimension}
        report={report}
        groups={groups}
      />
    </div>
  );
}

function Leader({ options, group }: { options: Report["options"]; group: Shown }) {
  const option = options[group.leader];
  // Two options need no more than their two shares.
  if (options.length <= 2)
    return (
      <span aria-hidden="true" className="flex justify-between text-sm tabular-nums">
        {group.shares.map((share, i) => (
          <span key={options[i]?.id}>%{share}</span>
        ))}
      </span>
    );
  return (
    <span aria-hidden="true" className="truncate text-sm text-muted">
      {option ? `Önde: ${option.content} %${group.shares[group.leader]}` : "Eşitlik"}
    </span>
  );
}

/** Shares of the groups as a table, opened by a press. */
export function ReportTable({
  title,
  corner,
  report: { options, ...report },
  groups,
}: Omit<Props, "dimension"> & { title: string; corner: string }) {
  const shown = shownGroups({ options, ...report });
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded font-semibold text-turkuaz underline decoration-1 underline-offset-4 print:hidden">
        {title}
      </summary>
      <section
        ref={reachByKeyboard}
        aria-label={title}
        className="mt-2 overflow-x-auto rounded border border-line"
      >
        <table className="w-full text-left text-sm tabular-nums">
          <thead className="bg-sunken">
            <tr>
              <th scope="col" className="p-2.5">
                {corner}
              </th>
              {options.map(({ id, content }) => (
                <th
                  key={id}
                  scope="col"
                  dir="auto"
                  className="max-w-48 p-2.5 text-right wrap-anywhere"
                >
                  {content}
                </th>
              ))}
              <th scope="col" className="p-2.5 text-right">
                Oy
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ key, name }) => {
              const group = shown.get(key);
              return (
                <tr key={key} className="border-t border-line">
                  <th scope="row" className="p-2.5 font-semibold">
                    {name}
                  </th>
                  {group ? (
                    <>
                      {options.map(({ id }, i) => (
                        <td key={id} className="p-2.5 text-right">
                          %{group.shares[i]}
                        </td>
                      ))}
                      <td className="p-2.5 text-right">{formatNumber(group.votes)}</td>
                    </>
                  ) : (
                    <td colSpan={options.length + 1} className="p-2.5 text-muted">
                      {TOO_SMALL}
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** What scrolls sideways must take the focus, which Safari's does not by itself. */
export const reachByKeyboard = (element: HTMLElement | null) =>
  element?.setAttribute("tabindex", "0");
