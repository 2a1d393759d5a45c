/** Whether a body holds a file or blob, so that it must be sent as multipart. */
export function holdsFile(body: unknown): boolean {
  if (body instanceof Blob) return true;
  return typeof body === "object" && body !== null && Object.values(body).some(holdsFile);
}

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

interface UploadOptions {
  headers: Headers;
  body: string | FormData | undefined;
  onProgress: (sent: number) => void;
}

/** Like fetch, but reports how much has been sent: `onProgress` gets 0 to 1. */
export function upload(method: string, url: string, sending: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = "blob";
    for (const [name, value] of sending.headers) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) =>
      sending.onProgress(total ? loaded / total : 0);
    request.onload = () => {
      const type = request.getResponseHeader("content-type") ?? "";
      const body = request.status === 204 ? null : request.response;
      resolve(new Response(body, { status: request.status, headers: { "content-type": type } }));
    };
    request.onerror = () => reject(new Error(`${method} ${url}: no answer`));
    request.send(sending.body ?? null);
  });
}
