import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { joinTokenIn } from '../../contract/join-command.ts';
import type { GridResource } from '../../contract/resources/grid.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { openClusterSecret } from '../kubernetes/cluster-secret.ts';
import { ensurePoolGrids, type NodePool } from '../kubernetes/pool-grids.ts';
import { dataFiles } from '../service/data-files.ts';
import { findService } from '../service/find-service.ts';
import { connect } from '../service/open-client.ts';
import { listenForStop } from '../signals.ts';

const pollEveryMs = 5_000;
const retryAfterMs = 1_000;
const attemptTimeoutMs = 30_000;

export const nodePools: Command = {
  name: 'node-pools',
  summary: 'Keep a grid for each node pool of a Kubernetes cluster.',
  usage: ['--secret <name> [--pool <name>=<nodes>[@<revision>] …]'],
  about:
    'For the Helm chart. Runs beside the service until SIGTERM. Each pool has a hosted grid with its name as region. The grid is replaced\n' +
    'when it has stopped, when size or revision of the pool change, and, while no run is open, a day before it would stop. The Secret receives\n' +
    'the join token of each pool (join-token-<pool>-<revision>), the token of the service (token) and its CA (ca.crt).',
  options: clientOptions,
  flags: {
    secret: { value: 'name', sentence: 'Existing Secret in the namespace of this pod.' },
    pool: {
      value: 'pool',
      isRepeatable: true,
      sentence:
        'Name of a node pool (lower-case letters and digits), number of nodes and revision, as in default=2@f3a9.',
    },
  },
  examples: [
    {
      line: 'spate node-pools --secret spate-access --pool default=2',
      does: 'one pool with two nodes',
    },
  ],
  run,
};

async function run({ config, env, flags, lists, log }: CommandContext): Promise<number> {
  if (!flags.secret) throw new CliError('--secret is missing.', 'Usage: spate node-pools --secret <name>');
  const pools = (lists.pool ?? []).map(readPool);
  const { signal } = listenForStop();
  const secret = await openClusterSecret(flags.secret, env);
  let problem = '';
  while (!signal.aborted) {
    const message = await attempt(AbortSignal.any([signal, AbortSignal.timeout(attemptTimeoutMs)])).then(
      () => '',
      (error: Error) => error.message,
    );
    if (signal.aborted) break;
    // Once per problem, not once per attempt.
    if (message !== problem) {
      if (message === '') log.info({ pools }, 'node-pools.ready');
      else log.warn({ reason: message }, 'node-pools.failed');
    }
    problem = message;
    await sleep(message === '' ? pollEveryMs : retryAfterMs, undefined, { signal }).catch(() => {});
  }
  return 0;

  async function attempt(signal: AbortSignal): Promise<void> {
    const service = await findService(config, env);
    const grids = await ensurePoolGrids(connect(service, env), pools, Date.now(), signal);
    const joinTokens = grids.map(joinTokenOf);
    await secret.replace(
      {
        token: service.token,
        ...(await readCa(config.dataDir)),
        ...Object.fromEntries(pools.map((pool, index) => [keyOf(pool), joinTokens[index] ?? ''])),
      },
      signal,
    );
  }
}

function readPool(text: string): NodePool {
  const [, name, nodes, revision = ''] = /^([a-z][a-z0-9]*)=([1-9]\d*)(?:@([a-z0-9]+))?$/.exec(text) ?? [];
  if (name !== undefined) return { name, nodes: Number(nodes), revision };
  throw new CliError(
    `Invalid value for --pool: "${text}".`,
    'Use <name>=<nodes>[@<revision>], such as default=2.',
  );
}

function joinTokenOf({ join_command, warnings }: GridResource): string {
  // The warnings state the reason.
  if (join_command === null) throw new CliError(warnings.join(' '));
  return joinTokenIn(join_command);
}

function keyOf({ name, revision }: NodePool): string {
  return revision === '' ? `join-token-${name}` : `join-token-${name}-${revision}`;
}

/** The CA that the service created; nothing if the operator provides a certificate. */
async function readCa(dataDir: string): Promise<{ 'ca.crt'?: string }> {
  try {
    return { 'ca.crt': await readFile(dataFiles(dataDir).ca, 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
