import { useState } from "react";
import type { Report } from "#contract/endpoints/report.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { Select } from "#web/ui/form/select.tsx";
import { DIMENSIONS, type Dimension, type Group, shownGroups } from "./groups.ts";
import { TOO_SMALL } from "./share-bar.tsx";
import { Table } from "./table.tsx";

type Own = "gender" | "age";
const PAIRS: readonly [Own, Dimension][] = [
  ["gender", "age"],
  ["gender", "region"],
  ["gender", "province"],
  ["age", "region"],
  ["age", "province"],
];

interface Props {
  report: Report;
  groups: (dimension: Dimension) => readonly Group[];
}

/** The share of one option by two dimensions at once. */
export function CrossTable({ report, groups }: Props) {
  const [pair, setPair] = useState(0);
  const [option, setOption] = useState(0);
  const [across, down] = PAIRS[pair] ?? ["gender", "age"];
  const shown = shownGroups(report);
  const columns = groups(across);
  // Keeps "18–24" on one line.
  const heads = columns.map(({ key, name }) => ({ key, name: name.replace("–", "–\u2060") }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Kırılım"
          value={String(pair)}
          onChange={({ target }) => setPair(Number(target.value))}
        >
          {PAIRS.map(([one, other], i) => (
            <option key={`${one} ${other}`} value={i}>
              {`${DIMENSIONS[one]} × ${DIMENSIONS[other]}`}
            </option>
          ))}
        </Select>
        <Select
          label="Şık"
          value={String(option)}
          onChange={({ target }) => setOption(Number(target.value))}
        >
          {report.options.map(({ id, content }, i) => (
            <option key={id} value={i}>
              {content}
            </option>
          ))}
        </Select>
      </div>
      <Table title="Çapraz tablo" columns={[{ key: "group", name: DIMENSIONS[down] }, ...heads]}>
        {groups(down).map(({ key, name }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {columns.map((column) => {
              const group = shown.get(`${column.key}|${key}`);
              return (
                <td key={column.key} className="whitespace-nowrap">
                  {group ? (
                    <>
                      %{group.shares[option]}
                      <span className="block text-muted">{formatNumber(group.votes)} oy</span>
                    </>
                  ) : (
                    <span className="text-muted">
                      <span aria-hidden="true">–</span>
                      <span className="sr-only">{TOO_SMALL}</span>
                    </span>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
      <p className="text-sm text-muted">{`–: ${TOO_SMALL}.`}</p>
    </div>
  );
}
