import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

/** The parts of a request that a response of the target may depend on. */
export interface Asked {
  method: string;
  /** Second segment of the path. */
  what: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
  response: ServerResponse;
}

export type Answers = Record<string, (asked: Asked) => void>;

export function send(response: ServerResponse, type: string, content: string | Buffer, status = 200): void {
  const bytes = Buffer.from(content);
  response.writeHead(status, [
    ...(type === '' ? [] : ['Content-Type', type]),
    ...['X-Target', 'yes', 'Content-Length', String(bytes.length)],
  ]);
  response.end(bytes);
}
