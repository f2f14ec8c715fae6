import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { AppError } from '../domain/errors.ts';
import type { NodeInfo } from '../domain/node.ts';
import { systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { machineMemoryBytes } from '../lib/machine-memory.ts';
import { decodeJoinToken } from '../protocol/join-token.ts';
import { detectSandbox } from '../tools/sandbox/detect.ts';
import type { Sandbox } from '../tools/sandbox/sandbox.ts';
import type { Tool } from '../tools/tool.ts';
import { createTools } from '../tools/tools.ts';
import { removeTraces } from './clean-up.ts';
import { Executions } from './executions.ts';
import { lockFolder } from './folder-lock.ts';
import { type Identity, loadIdentity, saveIdentity } from './identity.ts';
import { joinGrid } from './join.ts';
import { describeNode, type NodeInfoOptions, probeAgain } from './node-info.ts';
import { executionsFolderName, NodeSession } from './node-session.ts';
import { ServiceClock } from './service-clock.ts';

export interface AgentOptions {
  /** The agent's own folder. */
  dir: string;
  /** Needed the first time; later the agent knows who it is. */
  joinToken?: string;
  cacheDir: string;
  log: Log;
  /** Aborts when the agent is to leave its tools running and go (SIGTERM). */
  signal: AbortSignal;
  memoryBytesPerExecution?: number;
  /** What an execution may have on the disk; 0 or undefined: no limit. */
  diskBytesPerExecution?: number;
  /** For every JVM of a tool. */
  javaOptions?: readonly string[];
  /** The operator accepts that user code runs with the rights of this user. */
  isSandboxOff?: boolean;
  /** What tools may connect to, beside the rules that hold anywhere. */
  egress?: string;
  /** How long to go on trying to deliver after the grid's end. */
  deliverForMs?: number;
  /** Between two pings; a service that is silent for four of them is taken for gone. */
  pingEveryMs?: number;
}

/** What the agent works with. */
export interface AgentParts {
  tools: readonly Tool[];
  /** How user code is kept apart; undefined: not at all. */
  sandbox?: Sandbox;
}

/** Ended for good: to be started again no more. */
export const exitEnded = 0;
/** Left while its node lives on: to be started again. */
export const exitLeft = 143;

const defaultDeliverForMs = 15 * 60 * 1000;

/** The agent as it is started on a node, with all tools there are. */
export async function runAgent(options: AgentOptions): Promise<number> {
  const sandbox = await detectSandbox({
    mode: options.isSandboxOff ? 'off' : 'required',
    egress: options.egress ?? '',
  });
  for (const note of sandbox.notes) options.log.warn({ sandbox: sandbox.kind }, note);
  return runAgentWith({ tools: createTools(), sandbox }, options);
}

/**
 * Runs a node until it ends for good or is told to leave; answers the exit code of the process. Throws AppError when it
 * cannot even begin: no token, a broken one, or another agent in the same folder.
 */
export async function runAgentWith(parts: AgentParts, options: AgentOptions): Promise<number> {
  const { dir, log, signal, cacheDir } = options;
  await mkdir(dir, { recursive: true, mode: 0o711 });
  const lock = lockFolder(dir);
  try {
    const { javaOptions = [] } = options;
    const context = {
      cacheDir,
      javaOptions,
      log,
      signal,
      ...(parts.sandbox ? { sandbox: parts.sandbox } : {}),
    };
    const { sandbox } = parts;
    const memoryBytesPerExecution = options.memoryBytesPerExecution ?? Math.floor(machineMemoryBytes() / 2);
    const { version } = packageJson;
    const about: NodeInfoOptions = { tools: parts.tools, sandbox, context, version, memoryBytesPerExecution };
    const info = await describeNode(about);
    const identity = await admit(parts, options, info);
    if (identity === 'left') return exitLeft;
    if (identity === 'refused') return exitEnded;
    const session = new NodeSession({
      ...parts,
      folder: dir,
      identity,
      info,
      probeAgain: (known) => probeAgain(known, about),
      cacheDir,
      javaOptions,
      memoryBytesPerExecution,
      diskBytesPerExecution: options.diskBytesPerExecution ?? 0,
      log,
      signal,
      deliverForMs: options.deliverForMs ?? defaultDeliverForMs,
      ...(options.pingEveryMs === undefined ? {} : { pingEveryMs: options.pingEveryMs }),
    });
    if ((await session.run()) === 'left') return exitLeft;
    await removeTraces(dir);
    return exitEnded;
  } finally {
    lock.release();
  }
}

/** Who this node is: known from before, or joined now. */
async function admit(
  parts: AgentParts,
  options: AgentOptions,
  info: NodeInfo,
): Promise<Identity | 'left' | 'refused'> {
  const { dir, joinToken, log, signal } = options;
  const known = await loadIdentity(dir, log);
  const token = joinToken === undefined ? undefined : decodeJoinToken(joinToken);
  if (known && (!token || (token.gridId === known.gridId && token.url === known.url))) return known;
  if (joinToken === undefined || !token) {
    throw new AppError('invalid', `${dir} has not joined a grid yet. Start the agent with a join token.`);
  }
  const isSameGrid = known?.gridId === token.gridId;
  if (known && !isSameGrid) await leaveFormerGrid(parts, options, known);
  try {
    const previousNodeId = isSameGrid ? known?.nodeId : undefined;
    const identity = await joinGrid({ joinToken, info, previousNodeId, log, signal });
    await saveIdentity(dir, identity);
    log.info({ url: identity.url, nodeId: identity.nodeId }, 'joined');
    return identity;
  } catch (error) {
    if (signal.aborted) return 'left';
    if (!(error instanceof AppError)) throw error;
    log.error({ err: error }, error.message);
    return 'refused';
  }
}

/** A token for another grid: what this folder did for the former one is over. */
async function leaveFormerGrid(parts: AgentParts, options: AgentOptions, known: Identity): Promise<void> {
  const { dir, cacheDir, log, signal } = options;
  log.warn({ gridId: known.gridId }, 'the token is for another grid; what ran for the former one is ended');
  const executions = new Executions({
    folder: join(dir, executionsFolderName),
    node: {
      address: known,
      authorization: '',
      cacheDir,
      javaOptions: [],
      memoryBytesPerExecution: 0,
      diskBytesPerExecution: 0,
      clock: new ServiceClock(systemClock, known.clockOffsetMs),
      sandbox: parts.sandbox,
    },
    tools: parts.tools,
    transport: { isOpen: false, send: () => false, sendFrames: () => false },
    log,
    signal,
  });
  await executions.adopt();
  await executions.forgetAll();
}
