import type { Report } from "#contract/endpoints/report.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { type Group, type Shown, shownGroups } from "./groups.ts";
import { HiddenBar, ShareBar, TOO_SMALL } from "./share-bar.tsx";
import { FoldedTable } from "./table.tsx";

interface Props {
  report: Report;
  groups: readonly Group[];
  /** The dimension's name, the heading of the groups' column. */
  dimension: string;
}

/** How each group of a dimension voted, as bars and as a table. */
export function GroupList({ report, groups, dimension }: Props) {
  const shown = shownGroups(report);
  const { options } = report;
  return (
    <div className="grid grid-cols-1 gap-5">
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
      <ReportTable report={report} groups={groups} dimension={dimension} />
    </div>
  );
}

function Leader({ options, group }: { options: Report["options"]; group: Shown }) {
  const option = options[group.leader];
  // For two options their two shares are enough.
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

/** The groups' shares as a table that opens on a press. */
export function ReportTable({ report, groups, dimension }: Props) {
  const shown = shownGroups(report);
  const { options } = report;
  const columns = [
    { key: "group", name: dimension },
    ...options.map(({ id, content }) => ({ key: id, name: content })),
    { key: "votes", name: "Oy" },
  ];
  return (
    <FoldedTable title={`${dimension} tablosu`} columns={columns}>
      {groups.map(({ key, name }) => {
        const group = shown.get(key);
        return (
          <tr key={key}>
            <th scope="row">{name}</th>
            {group ? (
              <>
                {options.map(({ id }, i) => (
                  <td key={id}>%{group.shares[i]}</td>
                ))}
                <td>{formatNumber(group.votes)}</td>
              </>
            ) : (
              <td colSpan={options.length + 1} className="text-left! text-muted">
                {TOO_SMALL}
              </td>
            )}
          </tr>
        );
      })}
    </FoldedTable>
  );
}
