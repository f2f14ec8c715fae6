import type { IncomingMessage, Server as PlainServer } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { acceptOf } from '../http/websocket/upgrade.ts';
import { steadyTime } from './steady-time.ts';

type See = (request: IncomingMessage, kind: string, body: string) => void;

const kinds: Readonly<Record<number, string>> = { 1: 'text', 2: 'binary', 8: 'close', 9: 'ping', 10: 'pong' };

/**
 * The WebSocket side of the target. The path of the upgrade selects the response: `/raw?text=…` sends that text,
 * `/mute` nothing; other paths accept it and then send the bytes of `?open=<hex>`. A text message can be a command:
 * `send <hex>`, `after <ms> <hex>`, `end`, `reset`, `nothing`. Other messages are echoed.
 */
export class WebSockets {
  readonly #open = new Set<Duplex>();
  readonly #see: See;

  constructor(servers: readonly (PlainServer | TlsServer)[], see: See) {
    this.#see = see;
    for (const server of servers) {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, first: Buffer) => {
        this.#upgrade(request, socket, first);
      });
    }
  }

  closeAll(): void {
    for (const socket of this.#open) {
      socket.destroy();
    }
  }

  #upgrade(request: IncomingMessage, socket: Duplex, first: Buffer): void {
    this.#open.add(socket);
    socket.on('close', () => this.#open.delete(socket));
    socket.on('error', () => {});
    this.#see(request, 'upgrade', '');
    const url = new URL(request.url ?? '', 'http://target');
    const accept = acceptOf(request.headers['sec-websocket-key'] ?? '');
    if (url.pathname === '/raw') {
      socket.end((url.searchParams.get('text') ?? '').replace('{accept}', accept), 'latin1');
      return;
    }
    if (url.pathname === '/mute') {
      return;
    }
    const head = [
      'HTTP/1.1 101 Switching Protocols',
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Accept: ${accept}`,
      'X-Twice: 1',
      'x-twice: 2',
    ];
    const opening = Buffer.from(url.searchParams.get('open') ?? '', 'hex');
    socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), opening]));
    let received = first;
    const read = () => {
      for (let frame = parse(received); frame; frame = parse(received)) {
        received = received.subarray(frame.end);
        this.#see(request, kinds[frame.opcode] ?? '?', frame.payload.toString('latin1'));
        respond(socket, frame.opcode, frame.payload);
      }
    };
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      read();
    });
    socket.on('end', () => socket.end());
    read();
  }
}

function respond(socket: Duplex, opcode: number, payload: Buffer): void {
  const [command = '', ...args] = opcode === 1 ? payload.toString().split(' ') : [];
  const bytes = Buffer.from(args.at(-1) ?? '', 'hex');
  switch (command) {
    case 'send':
      socket.write(bytes);
      return;
    case 'after':
      socket.on(
        'close',
        steadyTime.after(Number(args[0]), () => socket.write(bytes)),
      );
      return;
    case 'end':
      socket.end(bytes);
      return;
    case 'reset':
      (socket as Duplex & { resetAndDestroy?(): void }).resetAndDestroy?.();
      return;
    case 'nothing':
      return;
    default:
      if (opcode !== 10) {
        socket.write(frameOf(opcode === 9 ? 10 : opcode, payload));
      }
  }
}

/** An unmasked frame, for cases that send their own bytes. */
export function frameOf(opcode: number, payload: Buffer | string, isFinal = true): Buffer {
  const bytes = Buffer.from(payload as string);
  const { length } = bytes;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = (isFinal ? 0x80 : 0) | opcode;
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (head.length === 4) {
    head.writeUInt16BE(length, 2);
  } else if (head.length === 10) {
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, bytes]);
}

function parse(bytes: Buffer): { opcode: number; payload: Buffer; end: number } | undefined {
  if (bytes.length < 2) {
    return undefined;
  }
  const short = (bytes[1] as number) & 0x7f;
  const maskAt = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < maskAt + 4) {
    return undefined;
  }
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const end = maskAt + 4 + length;
  if (bytes.length < end) {
    return undefined;
  }
  const isMasked = ((bytes[1] as number) & 0x80) !== 0;
  const payload = Buffer.from(bytes.subarray(maskAt + 4, end)).map(
    (byte, at) => byte ^ (bytes[maskAt + (at & 3)] as number),
  );
  return { opcode: isMasked ? (bytes[0] as number) & 0x0f : -1, payload: Buffer.from(payload), end };
}
