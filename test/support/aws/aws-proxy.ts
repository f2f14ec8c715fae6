import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** One request to AWS. */
export interface AwsCall {
  /** As in a policy: `ec2:RunInstances`. */
  action: string;
  params: URLSearchParams;
}

export interface AwsProxy {
  url: string;
  calls: AwsCall[];
  /** Answers the next `times` calls of the action with an error, in AWS's format and wording. */
  fail(action: string, code: string, message: string, times?: number): void;
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  type: string;
  body: Buffer;
}

/**
 * Proxy for moto: records calls, injects errors, and adds features that moto lacks: a repeated client token of
 * RunInstances returns the first answer, and a dry run returns DryRunOperation.
 */
export async function startAwsProxy(motoUrl: string): Promise<AwsProxy> {
  const calls: AwsCall[] = [];
  const faults: { action: string; code: string; message: string; times: number }[] = [];
  const byToken = new Map<string, Answer>();

  async function answer(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
    const call = readCall(incoming, body);
    calls.push(call);
    const fault = faults.find(({ action, times }) => action === call.action && times > 0);
    if (fault) {
      fault.times -= 1;
      return errorOf(call.action, fault.code, fault.message);
    }
    const token = call.action === 'ec2:RunInstances' ? call.params.get('ClientToken') : null;
    const known = token === null ? undefined : byToken.get(token);
    if (known) return known;
    const given = await forward(motoUrl, incoming, body);
    if (token !== null && given.status === 200) byToken.set(token, given);
    return given;
  }

  const server = createServer(async (incoming: IncomingMessage, response: ServerResponse) => {
    const { status, type, body } = await answer(incoming, await buffer(incoming));
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    fail: (action, code, message, times = 1) => faults.push({ action, code, message, times }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function readCall({ headers }: IncomingMessage, body: Buffer): AwsCall {
  const [, service = ''] = /\/([a-z0-9-]+)\/aws4_request/.exec(headers.authorization ?? '') ?? [];
  const target = headers['x-amz-target'];
  if (typeof target === 'string')
    return { action: `${service}:${target.split('.').at(-1)}`, params: new URLSearchParams() };
  const params = new URLSearchParams(body.toString('utf8'));
  return { action: `${service}:${params.get('Action')}`, params };
}

/** EC2, STS and SSM have their own formats. */
function errorOf(action: string, code: string, message: string): Answer {
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  const [service] = action.split(':');
  const status = /Unauthorized|AccessDenied|InvalidClientTokenId|Signature/.test(code) ? 403 : 400;
  if (service === 'ssm') {
    const body = Buffer.from(JSON.stringify({ __type: code, message }));
    return { status, type: 'application/x-amz-json-1.1', body };
  }
  const xml =
    service === 'sts'
      ? `<ErrorResponse>${error}<RequestId>1</RequestId></ErrorResponse>`
      : `<Response><Errors>${error}</Errors><RequestID>1</RequestID></Response>`;
  return { status, type: 'text/xml', body: Buffer.from(xml) };
}

function forward(motoUrl: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { host: _, ...headers } = incoming.headers;
    const outgoing = request(
      new URL(incoming.url ?? '/', motoUrl),
      { method: incoming.method, headers, agent: false },
      async (response) => {
        const status = response.statusCode ?? 500;
        resolve({ status, type: response.headers['content-type'] ?? '', body: await buffer(response) });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
