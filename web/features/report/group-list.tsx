import type { Report } from "#contract/endpoints/report.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { type Group, sizeOf } from "./groups.ts";
import { ShareBar } from "./share-bar.tsx";
import { FoldedTable } from "./table.tsx";

interface Props {
  report: Report;
  groups: readonly Group[];
  /** The dimension's name, the heading of the groups' column. */
  dimension: string;
}

/** How each group of a dimension voted, as bars and as a table. */
export function GroupList({ report, groups, dimension }: Props) {
  const { options } = report;
  return (
    <div className="grid grid-cols-1 gap-5">
      <ul className="grid gap-4">
        {groups.map((group) => (
          <li key={group.key} className="grid gap-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-semibold">{group.names.join(", ")}</span>
              <span className="text-sm text-muted">{sizeOf(group)}</span>
            </div>
            <ShareBar options={options} group={group} />
            <Leader options={options} group={group} />
          </li>
        ))}
      </ul>
      <ReportTable report={report} groups={groups} dimension={dimension} />
    </div>
  );
}

function Leader({ options, group }: { options: Report["options"]; group: Group }) {
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

export const VOTERS = { key: "voters", name: "Yaklaşık kişi" };

/** The groups' shares as a table that opens on a press. */
export function ReportTable({ report, groups, dimension }: Props) {
  const columns = [
    { key: "group", name: dimension },
    ...report.options.map(({ id, content }) => ({ key: id, name: content })),
    VOTERS,
  ];
  return (
    <FoldedTable title={`${dimension} tablosu`} columns={columns}>
      {groups.map((group) => (
        <tr key={group.key}>
          <th scope="row">{group.names.join(", ")}</th>
          {report.options.map(({ id }, i) => (
            <td key={id}>%{group.shares[i]}</td>
          ))}
          <td>{formatNumber(group.voters)}</td>
        </tr>
      ))}
    </FoldedTable>
  );
}
