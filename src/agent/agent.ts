import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import type { NodeInfo } from '../domain/node.ts';
import { systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { machineMemoryBytes } from '../lib/machine-memory.ts';
import { readPackageVersion } from '../lib/package-files.ts';
import { decodeJoinToken, type JoinToken } from '../protocol/join-token.ts';
import { detectSandbox } from '../tools/sandbox/detect.ts';
import type { Sandbox } from '../tools/sandbox/sandbox.ts';
import type { Tool } from '../tools/tool.ts';
import { createTools } from '../tools/tools.ts';
import { removeTraces } from './clean-up.ts';
import { Executions } from './executions.ts';
import { lockFolder } from './folder-lock.ts';
import { serveHealth } from './health-socket.ts';
import { type Identity, loadIdentity, saveIdentity } from './identity.ts';
import { createAwsNotices, createAzureNotices, type InterruptionNotices } from './interruption-notices.ts';
import { joinGrid } from './join.ts';
import { describeNode, type NodeInfoOptions, probeAgain } from './node-info.ts';
import { executionsFolderName, NodeSession } from './node-session.ts';
import { ServiceClock } from './service-clock.ts';
import { StorageAccess } from './storage-access.ts';
import { currentProgram, findBundlesFolder } from './update/installed-bundle.ts';

/** The disk may be freed by the operator or the retention job; a run must not wait forever. */
const fullDiskTimeoutMs = 5 * 60_000;

export interface AgentOptions {
  /** The agent's own folder. */
  dir: string;
  /** Required for the first start; later starts use the stored identity. */
  joinToken?: string;
  /** Index of the node slot of this machine. */
  index?: number;
  /** Name of the machine; default: its host name. */
  name?: string | undefined;
  /** Replaces the address in the join token, for nodes that reach the service by another name. */
  serviceUrl?: string | undefined;
  cacheDir: string;
  log: Log;
  /** Aborts on SIGTERM: the agent exits and its tools keep running, unless it drains. */
  signal: AbortSignal;
  /** On SIGTERM, stops executions and delivers their results within this time. Undefined: does not drain. */
  drainForMs?: number | undefined;
  memoryBytesPerExecution?: number;
  /** Disk quota of one execution; 0 or undefined: no limit. */
  diskBytesPerExecution?: number;
  /** How long an archive waits while the disk of the service is full. */
  fullDiskTimeoutMs?: number;
  /** Passed to every JVM that a tool starts. */
  javaOptions?: readonly string[];
  /** Runs user code without a sandbox, with the rights of this user. */
  isSandboxOff?: boolean;
  /** Egress rules for tools, in addition to the built-in ones. */
  egress?: string;
  /** Host and port for /metrics; undefined: not served. */
  metricsListen?: string | undefined;
  /** How long to keep delivering results after the grid has expired. */
  deliverForMs?: number;
  /** Cloud whose notices of the machine's termination are read. */
  interruptionNotices?: string;
  /** Ping interval; four intervals without a message close the connection. */
  pingEveryMs?: number;
}

export interface AgentParts {
  notices?: InterruptionNotices | undefined;
  tools: readonly Tool[];
  /** Undefined: user code runs without a sandbox. */
  sandbox?: Sandbox;
}

/** Exit code: the node has ended; do not restart the agent. */
export const exitEnded = 0;
/** Exit code: the agent was stopped, the node still exists; restart the agent. */
export const exitLeft = 143;
/** Exit code: another version of the agent has been installed, the node still exists; restart the agent. */
export const exitUpdated = 75;

const defaultDeliverForMs = 15 * 60 * 1000;

/** Runs the agent with all tools. */
export async function runAgent(options: AgentOptions): Promise<number> {
  const sandbox = await detectSandbox({
    mode: options.isSandboxOff ? 'off' : 'required',
    egress: options.egress ?? '',
  });
  for (const note of sandbox.notes) options.log.warn({ sandbox: sandbox.kind, note }, 'sandbox.limited');
  const notices = noticesOf(options.interruptionNotices);
  const code = await runAgentWith({ tools: createTools(), sandbox, notices }, options);
  return code === exitUpdated ? becomeCurrentVersion(options.signal) : code;
}

/** Replaces this process by the installed version. It keeps its process ID, so that a supervisor sees no exit. */
async function becomeCurrentVersion(signal: AbortSignal): Promise<number> {
  const folder = await findBundlesFolder();
  // The next process would miss the signal.
  if (signal.aborted) return exitLeft;
  if (!process.execve) return exitUpdated;
  const [program, ...args] =
    folder === undefined
      ? [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
      : [currentProgram(folder), ...process.argv.slice(2)];
  return process.execve(program, [program, ...args], process.env);
}

/**
 * Runs a node until it ends or the agent is stopped; resolves to the exit code. Throws AppError when it cannot start:
 * a missing or malformed join token, or another agent in the same folder.
 */
export async function runAgentWith(parts: AgentParts, options: AgentOptions): Promise<number> {
  const { dir, log, signal, cacheDir } = options;
  await mkdir(dir, { recursive: true, mode: 0o711 });
  await using undo = new AsyncDisposableStack();
  const lock = lockFolder(dir);
  undo.defer(() => lock.release());
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
  const version = await readPackageVersion();
  const { tools } = parts;
  const about: NodeInfoOptions = {
    tools,
    sandbox,
    context,
    version,
    memoryBytesPerExecution,
    name: options.name,
  };
  let session: NodeSession | undefined;
  const health = await serveHealth(dir, () => session?.figures.isConnected ?? false, log);
  undo.defer(() => health.close());
  if (options.metricsListen !== undefined) {
    // Loaded on demand: most agents serve no metrics.
    const { serveAgentMetrics } = await import('./agent-metrics.ts');
    const figures = () => session?.figures;
    const about = { listen: options.metricsListen, folder: dir, version, figures, log };
    const metrics = await serveAgentMetrics(about);
    undo.defer(() => metrics.close());
  }
  const info = await describeNode(about);
  const identity = await admit(parts, options, info);
  if (identity === 'left') return exitLeft;
  if (identity === 'refused') return exitEnded;
  session = new NodeSession({
    ...parts,
    folder: dir,
    identity,
    info,
    probeAgain: (known) => probeAgain(known, about),
    cacheDir,
    javaOptions,
    memoryBytesPerExecution,
    diskBytesPerExecution: options.diskBytesPerExecution ?? 0,
    fullDiskTimeoutMs: options.fullDiskTimeoutMs ?? fullDiskTimeoutMs,
    log,
    signal,
    drainForMs: options.drainForMs,
    deliverForMs: options.deliverForMs ?? defaultDeliverForMs,
    ...(options.pingEveryMs === undefined ? {} : { pingEveryMs: options.pingEveryMs }),
    bundlesFolder: await findBundlesFolder(),
  });
  const end = await session.run();
  if (end === 'left') return exitLeft;
  if (end === 'updated') return exitUpdated;
  await removeTraces(dir);
  return exitEnded;
}

/** Loads the stored identity, or joins the grid of the token. */
async function admit(
  parts: AgentParts,
  options: AgentOptions,
  info: NodeInfo,
): Promise<Identity | 'left' | 'refused'> {
  const { dir, log, signal } = options;
  const known = await loadIdentity(dir, log);
  const token = tokenOf(options);
  if (known && (!token || (token.gridId === known.gridId && token.url === known.url))) return known;
  if (!token) {
    throw new AppError('invalid', `${dir} has not joined a grid yet. Start the agent with a join token.`);
  }
  const isSameGrid = known?.gridId === token.gridId;
  if (known && !isSameGrid) await leaveFormerGrid(parts, options, known);
  try {
    const previousNodeId = isSameGrid ? known?.nodeId : undefined;
    const identity = await joinGrid({
      token,
      folder: dir,
      info,
      previousNodeId,
      index: options.index,
      log,
      signal,
    });
    await saveIdentity(dir, identity);
    log.info({ url: identity.url, nodeId: identity.nodeId }, 'node.joined');
    return identity;
  } catch (error) {
    if (signal.aborted) return 'left';
    if (!(error instanceof AppError)) throw error;
    log.error({ err: error }, 'node.join.refused');
    return 'refused';
  }
}

function tokenOf({ joinToken, serviceUrl }: AgentOptions): JoinToken | undefined {
  if (joinToken === undefined) return undefined;
  const token = decodeJoinToken(joinToken);
  return serviceUrl === undefined ? token : { ...token, url: serviceUrl.replace(/\/+$/, '') };
}

/** The join token is for another grid: kills and removes the executions of the former one. */
async function leaveFormerGrid(parts: AgentParts, options: AgentOptions, known: Identity): Promise<void> {
  const { dir, cacheDir, log, signal } = options;
  log.warn({ gridId: known.gridId }, 'node.grid.changed');
  const executions = new Executions({
    folder: join(dir, executionsFolderName),
    node: {
      address: known,
      authorization: '',
      cacheDir,
      javaOptions: [],
      memoryBytesPerExecution: 0,
      diskBytesPerExecution: 0,
      fullDiskTimeoutMs,
      clock: new ServiceClock(systemClock, known.clockOffsetMs),
      storage: new StorageAccess(),
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

function noticesOf(cloud: string | undefined): InterruptionNotices | undefined {
  if (cloud === 'aws') return createAwsNotices();
  return cloud === 'azure' ? createAzureNotices() : undefined;
}
