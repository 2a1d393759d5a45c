interface UploadOptions {
  headers: Headers;
  body: string | FormData | undefined;
  onProgress: (sent: number) => void;
}

/**
 * Like fetch, but reports how much has been sent: `onProgress` gets 0 to 1. Rejects when no
 * response arrives, or one with a status that `Response` does not allow.
 */
export function upload(method: string, url: string, sending: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = "blob";
    for (const [name, value] of sending.headers) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) =>
      sending.onProgress(total ? loaded / total : 0);
    request.onload = () => {
      const { status } = request;
      const headers = { "content-type": request.getResponseHeader("content-type") ?? "" };
      const body = [204, 205, 304].includes(status) ? null : request.response;
      try {
        resolve(new Response(body, { status, headers }));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = request.onabort = () => reject(new Error(`${method} ${url}: no answer`));
    request.send(sending.body ?? null);
  });
}
