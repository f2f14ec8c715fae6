import type { WebSocket } from 'ws';
import { finalExecutionStates } from '../domain/execution.ts';
import type { NodeVitals } from '../domain/node.ts';
import { decodeFrameMessage } from '../protocol/frame-message.ts';
import {
  type AgentMessage,
  type ExecutionGenerator,
  type ExecutionStatus,
  protocolVersion,
  type ServiceMessage,
} from '../protocol/messages.ts';
import { parseAgentMessage, type UnknownMessage } from '../protocol/parse-message.ts';
import {
  executionsOfNode,
  findExecution,
  giveUpExecution,
  noteReportedState,
  setLogTail,
} from '../store/executions.ts';
import { highestSeq } from '../store/frames.ts';
import { findGrid } from '../store/grids.ts';
import { findNode, type NodeRecord, noteHello } from '../store/nodes.ts';
import { addRemoteErrors } from '../store/runs.ts';
import { desiredOfNode } from './execution-spec.ts';
import type { Ingest } from './ingest.ts';
import type { RunContext } from './run-context.ts';
import { scheduleAdvance } from './run-signals.ts';

/** One live connection of one node. */
export interface NodeLink {
  /** Tells the node again what is wanted of it. */
  refresh(): void;
  close(): void;
}

export interface NodeLinkInput {
  context: RunContext;
  ingest: Ingest;
  node: NodeRecord;
  socket: WebSocket;
  onVitals(vitals: NodeVitals): void;
  onGenerator(heard: ExecutionGenerator): void;
  onClose(): void;
}

const maxPendingBytes = 64 << 20;
const silentSocketMs = 20_000;

export function createNodeLink(input: NodeLinkInput): NodeLink {
  const { context, ingest, node, socket } = input;
  const { database } = context.grids;
  const log = context.grids.log.child({ nodeId: node.id });
  /** Executions this node holds, as far as it said; it is told once to forget those that are over. */
  const held = new Set<string>();
  const runOfExecution = new Map<string, string>();
  let hasGreeted = false;
  let hasFailed = false;
  let toldEndsAtMs: number | null | undefined;
  let lastHeardMs = Date.now();
  /** Messages are handled one after another, in the order they came. */
  let queue: Promise<void> = Promise.resolve();

  const send = (message: ServiceMessage) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };

  const enqueue = (work: () => Promise<void>) => {
    // After a failure nothing more of this connection counts: what comes next must not seem to include what failed.
    const workUnlessFailed = async () => {
      if (!hasFailed) await work();
    };
    queue = queue.then(workUnlessFailed).catch((error) => {
      hasFailed = true;
      log.warn(
        { err: error },
        'a message of a node could not be handled; the connection is closed and it will come again',
      );
      socket.close(1011, 'could not be handled');
    });
  };

  async function handle(message: Exclude<AgentMessage, { type: 'time' }>): Promise<void> {
    switch (message.type) {
      case 'hello':
        return greet(message);
      case 'vitals':
        message.generators?.forEach(input.onGenerator);
        return input.onVitals(message.vitals);
      case 'status':
        return note(message.execution);
      case 'log':
        return setLogTail(database, node.id, message.executionId, message.lines);
    }
  }

  async function greet(hello: AgentMessage & { type: 'hello' }): Promise<void> {
    if (hello.protocol !== protocolVersion) {
      socket.close(
        1002,
        `this service speaks protocol ${protocolVersion}; start the agent from the same version`,
      );
      return;
    }
    await noteHello(database, node.id, hello.info);
    for (const execution of hello.executions) {
      held.add(execution.executionId);
      await note(execution);
    }
    await giveUpWhatWasLost(new Set(hello.executions.map((execution) => execution.executionId)));
    await tellOfTheEnd();
    for (const { executionId } of hello.executions) {
      send({ type: 'ack', executionId, seq: await highestSeq(database, executionId) });
    }
    hasGreeted = true;
    await tellWhatIsWanted();
  }

  /** A machine that comes back without an execution it had begun has lost it, and must not begin it anew. */
  async function giveUpWhatWasLost(present: Set<string>): Promise<void> {
    for (const execution of await executionsOfNode(database, node.id)) {
      if (present.has(execution.id) || execution.state === 'assigned' || execution.state === 'preparing')
        continue;
      await giveUpExecution(database, execution.id);
      await addRemoteErrors(database, execution.runId, [
        `Node ${node.index + 1} came back without its part of the run; what it had not yet sent is missing.`,
      ]);
      await scheduleAdvance(database, execution.runId);
    }
  }

  async function note(status: ExecutionStatus): Promise<void> {
    held.add(status.executionId);
    const hasMoved = await noteReportedState(database, node.id, status.executionId, status);
    const runId = hasMoved ? await runIdOf(status.executionId) : undefined;
    if (runId) await scheduleAdvance(database, runId);
  }

  /** The end of a grid is fixed when it has started, which may be after a node has joined. */
  async function tellOfTheEnd(): Promise<void> {
    const endsAtMs = (await findGrid(database, node.gridId))?.endsAt?.getTime() ?? null;
    if (endsAtMs === toldEndsAtMs) return;
    send({ type: 'welcome', nodeId: node.id, endsAtMs });
    toldEndsAtMs = endsAtMs;
  }

  async function tellWhatIsWanted(): Promise<void> {
    if (!hasGreeted) return;
    await tellOfTheEnd();
    const executions = await desiredOfNode(database, context, node.id, [...held]);
    const known = new Set(executions.map(({ spec }) => spec.executionId));
    for (const id of held) if (!known.has(id)) held.delete(id);
    send({ type: 'desired', executions });
    for (const { spec, want } of executions) {
      if (want === 'forget') held.delete(spec.executionId);
    }
    const isLeaving = (await findNode(database, node.id))?.state === 'stopping';
    if (isLeaving && executions.every(({ want }) => want === 'forget'))
      send({ type: 'end', reason: 'the grid has ended' });
  }

  async function takeFrames(bytes: Buffer): Promise<void> {
    const { executionId, frames } = decodeFrameMessage(bytes);
    const lastSeq = frames.at(-1)?.seq;
    if (lastSeq === undefined) return;
    const runId = await runIdOf(executionId);
    if (runId) await ingest.take(executionId, runId, frames);
    else log.warn({ executionId }, 'frames of an unknown execution are dropped');
    send({ type: 'ack', executionId, seq: lastSeq });
  }

  async function runIdOf(executionId: string): Promise<string | undefined> {
    const known = runOfExecution.get(executionId);
    if (known) return known;
    const execution = await findExecution(database, executionId);
    if (!execution || execution.nodeId !== node.id) return undefined;
    if (!finalExecutionStates.includes(execution.state)) runOfExecution.set(executionId, execution.runId);
    return execution.runId;
  }

  function enqueueText(text: string): void {
    let message: AgentMessage | UnknownMessage;
    try {
      message = parseAgentMessage(text);
    } catch (error) {
      log.warn({ err: error }, 'a node sent what cannot be read');
      socket.close(1007, 'a message could not be read');
      return;
    }
    if (message.type === 'unknown')
      log.warn({ type: message.unknownType }, 'a node sent a message of an unknown type');
    // Answered at once, before anything that waits: the answer measures the clock.
    else if (message.type === 'time')
      send({ type: 'time', sentAtMs: message.sentAtMs, serviceTimeMs: context.grids.clock.nowMs() });
    else enqueue(() => handle(message));
  }

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    lastHeardMs = Date.now();
    if (isBinary) {
      if (ingest.pendingBytes > maxPendingBytes) socket.pause();
      enqueue(async () => {
        try {
          await takeFrames(data);
        } finally {
          if (socket.isPaused) socket.resume();
        }
      });
      return;
    }
    enqueueText(data.toString('utf8'));
  });
  socket.on('pong', () => {
    lastHeardMs = Date.now();
  });
  socket.on('error', (error) => log.debug({ err: error }, 'connection of a node failed'));
  const heartbeat = setInterval(() => {
    if (Date.now() - lastHeardMs > silentSocketMs) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.ping();
  }, 5_000);
  socket.on('close', () => {
    clearInterval(heartbeat);
    input.onClose();
  });

  return {
    refresh: () => enqueue(tellWhatIsWanted),
    close: () => socket.close(1001, 'the service is closing this connection'),
  };
}
