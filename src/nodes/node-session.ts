import { finalExecutionStates } from '../domain/execution.ts';
import { advanceRunJob } from '../domain/jobs.ts';
import type { Log } from '../lib/log.ts';
import { decodeFrameMessage } from '../protocol/frame-message.ts';
import {
  type AgentMessage,
  type ExecutionStatus,
  incompatibleCode,
  protocolVersion,
  type ServiceMessage,
} from '../protocol/messages.ts';
import type { Database, Queryable } from '../store/database.ts';
import { insertErrorSample } from '../store/error-samples.ts';
import {
  executionsOfNode,
  findExecution,
  giveUpExecution,
  noteReportedState,
  setLogTail,
} from '../store/executions.ts';
import { highestSeq } from '../store/frames.ts';
import { findGrid } from '../store/grids.ts';
import { addJob } from '../store/jobs.ts';
import { findNode, type NodeRecord, noteHello } from '../store/nodes.ts';
import { leaseRows } from '../store/row-leases.ts';
import { addRemoteErrors } from '../store/runs.ts';
import type { NodeWork } from './node-context.ts';
import type { VitalsWriter } from './vitals-writer.ts';

/** Handles the messages of one connection. Calls must not overlap. */
export interface NodeSession {
  handle(message: Exclude<AgentMessage, { type: 'time' }>): Promise<void>;
  /** Stores the frames of a message and acknowledges them. */
  takeFrames(bytes: Buffer): Promise<void>;
  sendDesiredState(): Promise<void>;
}

export interface NodeSessionInput {
  database: Database;
  work: NodeWork;
  vitals: VitalsWriter;
  node: NodeRecord;
  /** Of this connection, among those of the node. */
  number: number;
  log: Log;
  send(message: ServiceMessage): void;
  /** Closes the connection, with a close code of WebSocket, and ignores what follows. */
  end(code: number, reason: string): void;
}

export function createNodeSession(input: NodeSessionInput): NodeSession {
  const { database, work, vitals, node, number, log, send } = input;
  /** Executions reported by this node; those that are over get one `forget`. */
  const held = new Set<string>();
  const runOfExecution = new Map<string, string>();
  let isWelcome = false;
  let sentEndsAtMs: number | null | undefined;

  async function handleHello(hello: AgentMessage & { type: 'hello' }): Promise<void> {
    if (hello.protocol !== protocolVersion) {
      input.end(
        incompatibleCode,
        `protocol ${protocolVersion} required; start the agent from the same version as the service`,
      );
      return;
    }
    const present = new Set(hello.executions.map((execution) => execution.executionId));
    // In one transaction: the node may start executions of a later connection while this service is suspended.
    const isCurrent = await database.transaction(
      async (tx) => {
        const isLast = await noteHello(tx, node.id, number, hello.info);
        if (isLast) await giveUpLostExecutions(tx, present);
        return isLast;
      },
      { isIdempotent: true },
    );
    if (!isCurrent) {
      log.warn({}, 'node.hello.outdated');
      input.end(1001, 'the node has connected again');
      return;
    }
    for (const execution of hello.executions) {
      held.add(execution.executionId);
      await noteStatus(execution);
    }
    await sendEndsAt();
    for (const { executionId } of hello.executions) {
      send({ type: 'ack', executionId, seq: await highestSeq(database, executionId) });
    }
    isWelcome = true;
    await sendDesiredState();
  }

  /** Gives up executions that a reconnected node no longer has, so that they are not started again. */
  async function giveUpLostExecutions(tx: Queryable, present: Set<string>): Promise<void> {
    for (const { id, runId, state } of await executionsOfNode(tx, node.id)) {
      if (present.has(id) || state === 'assigned' || state === 'preparing') continue;
      await giveUpExecution(tx, id);
      await addRemoteErrors(tx, runId, [
        `Node ${node.index + 1} reconnected without its execution. Results that it had not sent are lost.`,
      ]);
      await addJob(tx, advanceRunJob, { runId });
    }
  }

  async function noteStatus(status: ExecutionStatus): Promise<void> {
    held.add(status.executionId);
    const note = (db: Queryable) => noteReportedState(db, node.id, status.executionId, status);
    const hasMoved = status.outcome ? await database.transaction(note) : await note(database);
    const runId = hasMoved ? await runIdOf(status.executionId) : undefined;
    if (runId) await addJob(database, advanceRunJob, { runId });
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
    const executions = await work.desired(node.id, [...held]);
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

  async function lease(request: AgentMessage & { type: 'rows' }): Promise<void> {
    const { executionId, file } = request;
    const rows = await leaseRows(database, node.id, request);
    if (rows) send({ type: 'rows', executionId, file, ...rows });
  }

  async function runIdOf(executionId: string): Promise<string | undefined> {
    const known = runOfExecution.get(executionId);
    if (known) return known;
    const execution = await findExecution(database, executionId);
    if (!execution || execution.nodeId !== node.id) return undefined;
    if (!finalExecutionStates.includes(execution.state)) runOfExecution.set(executionId, execution.runId);
    return execution.runId;
  }

  return {
    sendDesiredState,

    async handle(message) {
      switch (message.type) {
        case 'hello':
          return handleHello(message);
        case 'vitals':
          for (const report of message.generators ?? []) vitals.addGenerator(node.id, report);
          return vitals.addVitals(node.id, message.vitals);
        case 'status':
          return noteStatus(message.execution);
        case 'error-sample':
          return insertErrorSample(database, node.id, message);
        case 'rows':
          return lease(message);
        case 'log':
          return setLogTail(database, node.id, message.executionId, message.lines);
      }
    },

    async takeFrames(bytes) {
      const { executionId, frames } = decodeFrameMessage(bytes);
      const lastSeq = frames.at(-1)?.seq;
      if (lastSeq === undefined) return;
      const runId = await runIdOf(executionId);
      if (runId) await work.frames.take(executionId, runId, frames);
      else log.warn({ executionId }, 'frames.execution.unknown');
      send({ type: 'ack', executionId, seq: lastSeq });
    },
  };
}
