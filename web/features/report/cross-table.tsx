import { useState } from "react";
import type { Report } from "#contract/endpoints/report.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { Select } from "#web/ui/form/select.tsx";
import { VOTERS } from "./group-list.tsx";
import { DIMENSIONS, type Dimension, type Group, NOT_DIVIDED } from "./groups.ts";
import { Table } from "./table.tsx";

const PAIRS: readonly [Dimension, Dimension][] = [
  ["gender", "age"],
  ["gender", "region"],
  ["age", "region"],
];

interface Props {
  report: Report;
  groupsOf: (dimensions: readonly Dimension[]) => readonly Group[];
}

/** The shares of one option by two dimensions at once. */
export function CrossTable({ report, groupsOf }: Props) {
  const [pair, setPair] = useState(0);
  const [option, setOption] = useState(0);
  const dimensions = PAIRS[pair] ?? ["gender", "age"];
  const groups = groupsOf(dimensions);
  const heads = dimensions.map((dimension) => ({ key: dimension, name: DIMENSIONS[dimension] }));
  const columns = [...heads, { key: "share", name: "Pay" }, VOTERS];
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
      {groups.length === 0 ? (
        <p className="text-muted">{NOT_DIVIDED}</p>
      ) : (
        <Table title="Çapraz tablo" columns={columns}>
          {groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">{group.names[0]}</th>
              <th scope="row" className="text-left! font-normal">
                {group.names[1]}
              </th>
              <td>%{group.shares[option]}</td>
              <td className="text-muted">{formatNumber(group.voters)}</td>
            </tr>
          ))}
        </Table>
      )}
    </div>
  );
}
