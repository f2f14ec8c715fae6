import { formatBinary } from './binary-text.ts';

export type FrameKind = 'text' | 'binary' | 'close' | 'ping' | 'pong';

/** A received frame. */
export interface Frame {
  readonly kind: FrameKind;
  readonly isFinal: boolean;
  readonly isContinuation: boolean;
  readonly payload: Buffer;
  /** Including its head. */
  readonly sizeBytes: number;
}

export const opcodes: Readonly<Record<FrameKind, number>> = {
  text: 1,
  binary: 2,
  close: 8,
  ping: 9,
  pong: 10,
};

/** The bytes of a masked frame. */
export function encodeFrame(kind: FrameKind, payload: Buffer): Buffer {
  const { length } = payload;
  const lengthBytes = length <= 125 ? 0 : length < 65_536 ? 2 : 8;
  const maskAt = 2 + lengthBytes;
  const frame = Buffer.allocUnsafe(maskAt + 4 + length);
  frame[0] = 0x80 | opcodes[kind];
  frame[1] = 0x80 | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) {
    frame.writeUInt16BE(length, 2);
  } else if (lengthBytes === 8) {
    frame.writeUInt32BE(0, 2);
    frame.writeUInt32BE(length, 6);
  }
  frame.writeUInt32BE(Math.floor(Math.random() * 2 ** 32), maskAt);
  const from = maskAt + 4;
  for (let at = 0; at < length; at++) {
    frame[from + at] = (payload[at] as number) ^ (frame[maskAt + (at & 3)] as number);
  }
  return frame;
}

/** Payload of a close frame. */
export function closePayload(status: number, reason: string): Buffer {
  const text = Buffer.from(reason, 'utf8');
  return Buffer.concat([Buffer.from([(status >> 8) & 0xff, status & 0xff]), text]);
}

/** Status and reason of a close frame; undefined: not sent. */
export function closeFacts({ payload }: Frame): { status: number | undefined; reason: string | undefined } {
  return {
    // Signed, as the plugin reads it.
    status: payload.length >= 2 ? payload.readInt16BE(0) : undefined,
    reason: payload.length > 2 ? payload.toString('utf8', 2) : undefined,
  };
}

/** The plugin's name of the type of a frame. */
export function frameType({ kind, isFinal, isContinuation }: Frame): string {
  if (isContinuation) {
    return isFinal ? 'final continuation' : 'continuation';
  }
  return isFinal ? kind : `non-final ${kind}`;
}

/** The plugin's description of a frame. */
export function describeFrame(frame: Frame): string {
  const { kind, payload } = frame;
  switch (kind) {
    case 'text':
      return `Text frame with text '${payload.toString('utf8')}'`;
    case 'binary':
      return payload.length > 0
        ? `Binary frame, payload (length ${payload.length}): ${formatBinary(payload, 16, ' ...')}`
        : 'Binary frame, empty payload';
    case 'close': {
      const { status, reason } = closeFacts(frame);
      return `Close frame with status code ${status ?? null} and close reason '${reason ?? null}'`;
    }
    case 'ping':
    case 'pong': {
      const data =
        payload.length > 0 ? `application data '${payload.toString('utf8')}'` : 'no application data';
      return `${kind === 'ping' ? 'Ping' : 'Pong'} frame with ${data}`;
    }
  }
}
