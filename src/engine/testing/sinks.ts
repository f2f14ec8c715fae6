import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { minPort } from './target-ports.ts';

const marker = 'end of what was sent before';

/** Collects UDP datagrams and sends no response. */
export class Sinks {
  readonly udpPort: number;
  readonly #udp: UdpSocket;
  #texts: string[] = [];
  #onMarker: (() => void) | undefined;

  private constructor(udp: UdpSocket) {
    this.#udp = udp;
    this.udpPort = udp.address().port;
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
    return new Sinks(await bindUdp());
  }

  /** Datagrams received since the last call. */
  async take(): Promise<string[]> {
    await new Promise<void>((resolve) => {
      this.#onMarker = resolve;
      this.#udp.send(marker, this.udpPort, '127.0.0.1');
    });
    const texts = this.#texts;
    this.#texts = [];
    return texts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
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
