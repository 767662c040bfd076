/** Uploads a file by XMLHttpRequest, which reports progress; `fetch` does not. */

interface FileSending {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: Blob;
  readonly onSent: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Rejects without a complete answer, and after a redirect. */
export function sendFile({ method, url, headers, file, onSent, signal }: FileSending): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const fail = () => reject(new Error('No answer came.'));
    const abort = () => sending.abort();
    sending.open(method, url);
    for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);
    sending.responseType = 'text';
    sending.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    sending.onerror = fail;
    sending.onabort = fail;
    sending.onload = () => {
      if (sending.responseURL !== new URL(url, document.baseURI).href) return fail();
      const retryAfter = sending.getResponseHeader('retry-after');
      const answered = retryAfter === null ? {} : { 'retry-after': retryAfter };
      // Response refuses a body, even an empty one, for a status such as 204.
      resolve(new Response(sending.responseText || null, { status: sending.status, headers: answered }));
    };
    sending.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) return fail();
    sending.send(file);
  });
}
