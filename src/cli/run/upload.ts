import { bytes } from '../../lib/figures.ts';
import { renderBar } from '../render/bar.ts';
import type { ProgressStream } from '../terminal.ts';

const redrawEveryMs = 100;

/** A fetch that reports how many bytes of a form have been passed to the connection. */
export function countingFetch(onSent: (sentBytes: number) => void): typeof globalThis.fetch {
  return async (target, init) => {
    if (!(init?.body instanceof FormData)) return fetch(target, init);
    const encoded = new Response(init.body);
    const headers = new Headers(init.headers);
    headers.set('content-type', encoded.headers.get('content-type') ?? '');
    let sentBytes = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        sentBytes += chunk.byteLength;
        onSent(sentBytes);
      },
    });
    const body = encoded.body?.pipeThrough(counter) ?? null;
    return fetch(target, { ...init, headers, body, duplex: 'half' });
  };
}

export interface UploadProgress {
  show(sentBytes: number): void;
  /** Removes the bar, and prints a summary line if the upload is complete. */
  end(isSent: boolean): void;
}

/** Progress bar in a terminal; otherwise one line at the end. */
export function createUploadProgress(
  stream: ProgressStream,
  totalBytes: number,
  fileCount: number,
): UploadProgress {
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  const what = `${fileCount === 1 ? '1 file' : `${fileCount} files`}, ${bytes(totalBytes)}`;
  return {
    show: (sentBytes) => {
      const nowMs = performance.now();
      if (!stream.isInteractive || nowMs - drawnAtMs < redrawEveryMs) return;
      drawnAtMs = nowMs;
      // The multipart encoding adds a few bytes.
      const share = totalBytes === 0 ? 1 : Math.min(1, sentBytes / totalBytes);
      const percent = `${Math.floor(share * 100)} %`.padStart(5);
      const line = `Uploading ${renderBar(share, 24)} ${percent} of ${what}`;
      stream.write(`\r\u001b[2K${line.slice(0, stream.columns() - 1)}`);
    },
    end: (isSent) => {
      if (stream.isInteractive) stream.write('\r\u001b[2K');
      if (isSent) stream.write(`Uploaded ${what}.\n`);
    },
  };
}
