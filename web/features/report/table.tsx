import type { ReactNode } from "react";

interface Props {
  title: string;
  /** The first column holds the rows' names. */
  columns: readonly { key: string | number; name: string }[];
  /** Rows, each of which begins with a `th`. */
  children: ReactNode;
}

/** A table that, if wider than the page, scrolls sideways beside the names of its rows. */
export function Table({ title, columns, children }: Props) {
  return (
    <section
      // A scrollable element must be focusable, which it is not by itself in Safari.
      ref={(element) => element?.setAttribute("tabindex", "0")}
      aria-label={title}
      className="table-frame relative overflow-x-auto rounded border border-line print:overflow-visible"
    >
      <table className="w-full text-right text-sm tabular-nums [&_:is(td,th)]:p-2.5 not-print:[&_th:first-child]:sticky [&_th:first-child]:left-0 [&_th:first-child]:text-left not-print:[&_tbody_th]:bg-page [&_tr+tr]:border-t [&_tr+tr]:border-line">
        {/* On paper not repeated on each page: browsers leave no room for it within grids. */}
        <thead className="border-b border-line print:table-row-group [&_th]:bg-sunken">
          <tr>
            {columns.map(({ key, name }) => (
              <th
                key={key}
                scope="col"
                dir="auto"
                className="max-w-48 wrap-break-word hyphens-auto"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** The same as a fold below the chart it repeats, opened by a press. */
export function FoldedTable(props: Props) {
  return (
    <details className="print:details-content:[content-visibility:visible]">
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded font-semibold text-turkuaz underline decoration-1 underline-offset-4 print:hidden">
        {props.title}
      </summary>
      <div className="mt-2">
        <Table {...props} />
      </div>
    </details>
  );
}
