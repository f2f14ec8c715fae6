import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listenOnLoopback, minPort } from './target-ports.ts';

const marker = 'end of what was sent before';
const patienceMs = 5000;

/** Takes whatever comes by TCP or UDP, and answers nothing. */
export class Sinks {
  readonly tcpPort: number;
  readonly udpPort: number;
  readonly #server: Server;
  readonly #udp: UdpSocket;
  readonly #open = new Set<Socket>();
  #texts: string[] = [];
  #onMarker: (() => void) | undefined;

  private constructor(server: Server, udp: UdpSocket) {
    this.#server = server;
    this.#udp = udp;
    this.tcpPort = (server.address() as AddressInfo).port;
    this.udpPort = udp.address().port;
    server.on('connection', (socket) => this.#listen(socket));
    udp.on('message', (message) => {
      const text = message.toString('latin1');
      if (text === marker) {
        this.#onMarker?.();
      } else {
        this.#texts.push(text);
      }
    });
  }

  static async start(): Promise<Sinks> {
    const server = createServer();
    await listenOnLoopback(server);
    return new Sinks(server, await bindUdp());
  }

  #listen(socket: Socket): void {
    let text = '';
    this.#open.add(socket);
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#open.delete(socket);
      this.#texts.push(text);
    });
  }

  /** Data since the last call, once the sender has closed its connection. */
  async take(): Promise<string[]> {
    const deadline = Date.now() + patienceMs;
    while (this.#open.size > 0 && Date.now() < deadline) {
      await delay(5);
    }
    await new Promise<void>((resolve) => {
      this.#onMarker = resolve;
      this.#udp.send(marker, this.udpPort, '127.0.0.1');
    });
    const texts = this.#texts;
    this.#texts = [];
    return texts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open) {
      socket.destroy();
    }
    await new Promise((resolve) => this.#server.close(resolve));
    await new Promise<void>((resolve) => this.#udp.close(resolve));
  }
}

async function bindUdp(): Promise<UdpSocket> {
  for (;;) {
    const udp = createSocket('udp4');
    await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
    if (udp.address().port >= minPort) {
      return udp;
    }
    await new Promise<void>((resolve) => udp.close(resolve));
  }
}
