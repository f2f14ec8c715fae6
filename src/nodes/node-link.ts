import type { WebSocket } from 'ws';
import type { AgentMessage, ServiceMessage } from '../protocol/messages.ts';
import { parseAgentMessage, type UnknownMessage } from '../protocol/parse-message.ts';
import type { NodeRecord } from '../store/nodes.ts';
import type { NodeContext, NodeWork } from './node-context.ts';
import { createNodeSession } from './node-session.ts';
import type { VitalsWriter } from './vitals-writer.ts';

/** The connection of one node: order of messages, backpressure and timeouts. */
export interface NodeLink {
  /** Sends the desired state again. */
  refresh(): void;
  /** Ignores queued messages: the node sends them again on its next connection. */
  close(): void;
}

export interface NodeLinkInput {
  context: NodeContext;
  work: NodeWork;
  vitals: VitalsWriter;
  node: NodeRecord;
  /** Of this connection, among those of the node. */
  number: number;
  socket: WebSocket;
  onClose(): void;
}

const maxPendingBytes = 64 << 20;
const silentSocketMs = 20_000;

export function createNodeLink(input: NodeLinkInput): NodeLink {
  const { context, work, vitals, node, number, socket } = input;
  const log = context.log.child({ nodeId: node.id });
  let isOver = false;
  let lastMessageMs = Date.now();
  /** Serializes message handling in order of arrival. */
  let queue: Promise<void> = Promise.resolve();

  const send = (message: ServiceMessage) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const end = (code: number, reason: string) => {
    isOver = true;
    socket.close(code, reason);
  };
  const { database } = context;
  const session = createNodeSession({ database, work, vitals, node, number, log, send, end });

  const enqueue = (step: () => Promise<void>) => {
    // After a failure, ignore later messages: an acknowledgement must not cover a frame that failed.
    const stepUnlessOver = async () => {
      if (!isOver) await step();
    };
    queue = queue.then(stepUnlessOver).catch((error) => {
      log.warn({ err: error }, 'node.message.failed');
      end(1011, 'internal error');
    });
  };

  function enqueueText(text: string): void {
    let message: AgentMessage | UnknownMessage;
    try {
      message = parseAgentMessage(text);
    } catch (error) {
      log.warn({ err: error }, 'node.message.invalid');
      end(1007, 'invalid message');
      return;
    }
    if (message.type === 'unknown') log.warn({ type: message.unknownType }, 'node.message.unknown');
    // Bypasses the queue: the response time measures the clock offset.
    else if (message.type === 'time')
      send({ type: 'time', sentAtMs: message.sentAtMs, serviceTimeMs: context.clock.nowMs() });
    else enqueue(() => session.handle(message));
  }

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    lastMessageMs = Date.now();
    if (isOver) return;
    if (isBinary) {
      if (work.frames.pendingBytes > maxPendingBytes) socket.pause();
      enqueue(async () => {
        try {
          await session.takeFrames(data);
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
    refresh: () => enqueue(session.sendDesiredState),
    close: () => end(1001, 'connection closed by the service'),
  };
}
