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

/** The connection of one node. */
export interface NodeLink {
  /** Sends the desired state again. */
  refresh(): void;
  close(): void;
}

export interface NodeLinkInput {
  context: RunContext;
  ingest: Ingest;
  node: NodeRecord;
  socket: WebSocket;
  onVitals(vitals: NodeVitals): void;
  onGenerator(report: ExecutionGenerator): void;
  onClose(): void;
}

const maxPendingBytes = 64 << 20;
const silentSocketMs = 20_000;

export function createNodeLink(input: NodeLinkInput): NodeLink {
  const { context, ingest, node, socket } = input;
  const { database } = context.grids;
  const log = context.grids.log.child({ nodeId: node.id });
  /** Executions reported by this node; those that are over get one `forget`. */
  const held = new Set<string>();
  const runOfExecution = new Map<string, string>();
  let isWelcome = false;
  let hasFailed = false;
  let sentEndsAtMs: number | null | undefined;
  let lastMessageMs = Date.now();
  /** Serializes message handling in order of arrival. */
  let queue: Promise<void> = Promise.resolve();

  const send = (message: ServiceMessage) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };

  const enqueue = (work: () => Promise<void>) => {
    // After a failure, ignore later messages: an acknowledgement must not cover a frame that failed.
    const workUnlessFailed = async () => {
      if (!hasFailed) await work();
    };
    queue = queue.then(workUnlessFailed).catch((error) => {
      hasFailed = true;
      log.warn({ err: error }, 'node.message.failed');
      socket.close(1011, 'internal error');
    });
  };

  async function handle(message: Exclude<AgentMessage, { type: 'time' }>): Promise<void> {
    switch (message.type) {
      case 'hello':
        return handleHello(message);
      case 'vitals':
        message.generators?.forEach(input.onGenerator);
        return input.onVitals(message.vitals);
      case 'status':
        return noteStatus(message.execution);
      case 'log':
        return setLogTail(database, node.id, message.executionId, message.lines);
    }
  }

  async function handleHello(hello: AgentMessage & { type: 'hello' }): Promise<void> {
    if (hello.protocol !== protocolVersion) {
      socket.close(
        1002,
        `protocol ${protocolVersion} required; start the agent from the same version as the service`,
      );
      return;
    }
    await noteHello(database, node.id, hello.info);
    for (const execution of hello.executions) {
      held.add(execution.executionId);
      await noteStatus(execution);
    }
    await giveUpLostExecutions(new Set(hello.executions.map((execution) => execution.executionId)));
    await sendEndsAt();
    for (const { executionId } of hello.executions) {
      send({ type: 'ack', executionId, seq: await highestSeq(database, executionId) });
    }
    isWelcome = true;
    await sendDesiredState();
  }

  /** Gives up executions that a reconnected node no longer has, so that they are not started again. */
  async function giveUpLostExecutions(present: Set<string>): Promise<void> {
    for (const execution of await executionsOfNode(database, node.id)) {
      if (present.has(execution.id) || execution.state === 'assigned' || execution.state === 'preparing')
        continue;
      await giveUpExecution(database, execution.id);
      await addRemoteErrors(database, execution.runId, [
        `Node ${node.index + 1} reconnected without its execution. Results that it had not sent are lost.`,
      ]);
      await scheduleAdvance(database, execution.runId);
    }
  }

  async function noteStatus(status: ExecutionStatus): Promise<void> {
    held.add(status.executionId);
    const hasMoved = await noteReportedState(database, node.id, status.executionId, status);
    const runId = hasMoved ? await runIdOf(status.executionId) : undefined;
    if (runId) await scheduleAdvance(database, runId);
  }

  /** Sends the end of the grid, which may be set only after the node has joined. */
  async function sendEndsAt(): Promise<void> {
    const endsAtMs = (await findGrid(database, node.gridId))?.endsAt?.getTime() ?? null;
    if (endsAtMs === sentEndsAtMs) return;
    send({ type: 'welcome', nodeId: node.id, endsAtMs });
    sentEndsAtMs = endsAtMs;
  }

  async function sendDesiredState(): Promise<void> {
    if (!isWelcome) return;
    await sendEndsAt();
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
    else log.warn({ executionId }, 'frames.execution.unknown');
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
      log.warn({ err: error }, 'node.message.invalid');
      socket.close(1007, 'invalid message');
      return;
    }
    if (message.type === 'unknown') log.warn({ type: message.unknownType }, 'node.message.unknown');
    // Bypasses the queue: the response time measures the clock offset.
    else if (message.type === 'time')
      send({ type: 'time', sentAtMs: message.sentAtMs, serviceTimeMs: context.grids.clock.nowMs() });
    else enqueue(() => handle(message));
  }

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    lastMessageMs = Date.now();
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
    lastMessageMs = Date.now();
  });
  socket.on('error', (error) => log.debug({ err: error }, 'node.connection.failed'));
  const heartbeat = setInterval(() => {
    if (Date.now() - lastMessageMs > silentSocketMs) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.ping();
  }, 5_000);
  socket.on('close', () => {
    clearInterval(heartbeat);
    input.onClose();
  });

  return {
    refresh: () => enqueue(sendDesiredState),
    close: () => socket.close(1001, 'connection closed by the service'),
  };
}
