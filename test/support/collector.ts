import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

/** The parts of an OTLP request in JSON that tests read. */
interface TraceRequest {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ReceivedSpan[] }[] }[];
}
interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  events: { name: string; timeUnixNano: string }[];
  status: { code: number; message?: string };
}

/** An HTTP server that receives OTLP as a collector does. */
export async function startCollector(t: TestContext) {
  const requests: { path: string | undefined; body: TraceRequest }[] = [];
  const collector = { requests, status: 200, url: '' };
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url, body: (await json(request)) as TraceRequest });
    response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
  return collector;
}
