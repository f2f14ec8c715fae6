import { WebSocket } from 'ws';
import type { NodeInfo } from '../../src/domain/node.ts';
import { toolNames } from '../../src/domain/tool.ts';
import { formatNodeAuthorization } from '../../src/protocol/agent-routes.ts';
import { encodeFrameMessage } from '../../src/protocol/frame-message.ts';
import {
  type AgentMessage,
  type ExecutionStatus,
  protocolVersion,
  type ServiceMessage,
} from '../../src/protocol/messages.ts';

export const simulatedInfo: NodeInfo = {
  hostname: 'simulated',
  ip: '127.0.0.1',
  privateIp: '127.0.0.1',
  agentVersion: 'bench',
  cores: 1,
  memoryBytes: 1 << 30,
  sandbox: 'none',
  tools: toolNames.map((tool) => ({ tool, isAvailable: true, version: 'simulated', missing: [] })),
};

/** Speaks the protocol of a node and sends prepared frames, without a tool. */
export class SimulatedNode {
  readonly #socket: WebSocket;
  #executionId: string | undefined;
  #seq = 0;
  #state: ExecutionStatus['state'] | undefined;
  #samples = 0;
  readonly #sentAt = new Map<number, number>();
  acked = 0;
  /** Milliseconds from sending to acknowledgement, since last read. */
  ackMs: number[] = [];

  constructor(url: string, nodeId: string, credential: string) {
    this.#socket = new WebSocket(`${url.replace(/^http/, 'ws')}/agent/connect`, {
      // A plain port belongs to a service behind a proxy that terminates TLS.
      headers: {
        authorization: formatNodeAuthorization(nodeId, credential),
        ...(url.startsWith('http:') && { 'x-forwarded-proto': 'https' }),
      },
      perMessageDeflate: false,
    });
    this.#socket.on('open', () => {
      this.#send({ type: 'hello', protocol: protocolVersion, info: simulatedInfo, executions: [] });
      setInterval(() => this.#beat(), 2000).unref();
    });
    this.#socket.on('message', (data: Buffer) => this.#take(JSON.parse(data.toString('utf8'))));
    this.#socket.on('error', (error) => console.error(`simulated node: ${error.message}`));
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  get unacked(): number {
    return this.#seq - this.acked;
  }

  sendFrame(second: number, payload: Buffer, samples: number): void {
    if (!this.#executionId) return;
    this.#seq++;
    this.#samples += samples;
    this.#sentAt.set(this.#seq, Date.now());
    this.#socket.send(encodeFrameMessage(this.#executionId, [{ seq: this.#seq, second, payload }]));
  }

  /** Reports that the tool has exited and everything is delivered. */
  end(): void {
    this.#report('ended');
    this.#report('delivered');
  }

  close(): void {
    this.#socket.terminate();
  }

  #take(message: ServiceMessage): void {
    if (message.type === 'desired') {
      for (const { spec, want } of message.executions) {
        if (want === 'forget') continue;
        this.#executionId = spec.executionId;
        if (want === 'prepare' && this.#state === undefined) this.#report('ready');
        if (want === 'run' && this.#state === 'ready') this.#report('running');
      }
    } else if (message.type === 'ack') {
      for (let seq = this.acked + 1; seq <= message.seq; seq++) {
        const sentAt = this.#sentAt.get(seq);
        if (sentAt !== undefined) this.ackMs.push(Date.now() - sentAt);
        this.#sentAt.delete(seq);
      }
      this.acked = Math.max(this.acked, message.seq);
    }
  }

  #report(state: ExecutionStatus['state']): void {
    if (!this.#executionId) return;
    this.#state = state;
    const isOver = state === 'ended' || state === 'delivered';
    const outcome = {
      exitCode: 0,
      signal: null,
      errors: [],
      samplesProduced: this.#samples,
      samplesFramed: this.#samples,
      lastSeq: this.#seq,
      firstSampleAtMs: null,
    };
    this.#send({
      type: 'status',
      execution: {
        executionId: this.#executionId,
        state,
        progress: null,
        errors: [],
        outcome: isOver ? outcome : null,
      },
    });
  }

  #beat(): void {
    this.#send({
      type: 'vitals',
      vitals: { cpu: 0.5, memoryUsedBytes: 1 << 29, clockOffsetMs: 0, roundTripMs: 1 },
    });
  }

  #send(message: AgentMessage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
