import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { hostInUrl } from '../../lib/host-port.ts';
import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';

const answerTimeoutMs = 5_000;

export const health: Command = {
  name: 'health',
  summary: 'Check whether the service or a node on this machine is ready.',
  usage: ['[--host <host>] [--port <port>] [--tls <on|off>]', '--node <folder>'],
  about:
    'For health checks of containers: exits with 0 if the service accepts requests, or if the agent of the folder is connected to ' +
    'its service, otherwise with 1. Needs no token.',
  options: ['host', 'port', 'tls'],
  flags: { node: { value: 'folder', sentence: 'Working folder of a node, as in "spate agent --dir".' } },
  examples: [
    { line: 'spate health', does: 'ask the service at SPATE_HOST and SPATE_PORT' },
    { line: 'spate health --node /var/lib/spate-node', does: 'ask the agent of this folder' },
  ],
  run,
};

async function run({ args, config, flags, parts, terminal }: CommandContext): Promise<number> {
  if (args.length > 0) throw new CliError(`Unexpected argument "${args[0]}".`, 'Usage: spate health');
  if (flags.node === undefined) {
    const { isReady, sentence } = await askService(config);
    terminal.say(sentence);
    return isReady ? 0 : 1;
  }
  const folder = resolve(flags.node);
  const state = await parts.nodeHealth(folder);
  terminal.say(
    state === 'missing'
      ? `No agent responds in ${folder}.`
      : `The agent in ${folder} is ${state === 'connected' ? 'connected' : 'not connected'} to its service.`,
  );
  return state === 'connected' ? 0 : 1;
}

async function askService(config: Config): Promise<{ isReady: boolean; sentence: string }> {
  const url = ownUrl(config);
  try {
    const status = await statusOf(new URL('/healthz', url));
    if (status === 200) return { isReady: true, sentence: `The service at ${url} is ready.` };
    return {
      isReady: false,
      sentence: `The service at ${url} is not ready: it responded with status ${status}.`,
    };
  } catch (error) {
    return {
      isReady: false,
      sentence: `The service at ${url} does not respond: ${(error as Error).message}.`,
    };
  }
}

/** The listen address: the public one may lead to a proxy or to another service of the same database. */
function ownUrl({ host, port, tls }: Config): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${tls ? 'https' : 'http'}://${hostInUrl(reachable)}:${port}`;
}

/** The certificate is not verified: it may be for the public name only, and nothing secret is sent. */
async function statusOf(url: URL): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const request =
    url.protocol === 'https:'
      ? requestTls(url, { signal, rejectUnauthorized: false })
      : requestPlain(url, { signal });
  request.on('error', (error) => reject(signal.aborted ? new Error('timeout') : error));
  request.on('response', (response) => {
    response.resume();
    resolve(response.statusCode);
  });
  request.end();
  return promise;
}
