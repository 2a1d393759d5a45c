interface Props {
  /** The names of values; integers come first, in ascending order. */
  of: Readonly<Record<string, string>>;
}

/** The options of a `Select`. */
export function Options({ of }: Props) {
  return Object.entries(of).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}
