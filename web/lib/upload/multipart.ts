/** Nested fields are named as the API reads them: `data[0][content]` (R48). */
export function toFormData(body: unknown): FormData {
  const form = new FormData();
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (value instanceof Blob) form.append(name, value);
    else if (typeof value === "object")
      for (const [key, inner] of Object.entries(value)) add(name ? `${name}[${key}]` : key, inner);
    else form.append(name, String(value));
  };
  add("", body);
  return form;
}
