import type { Rewrite } from './wire.ts';

export type FrameFault = 'repeat' | 'swap' | undefined;

export interface FrameRewriter {
  rewrite: Rewrite;
  /** The frame that is held back to be swapped with the next one, if any: to be sent when the fault ends. */
  release(): Buffer;
}

const binary = 0x82;

/**
 * Splits the bytes of a WebSocket client into frames. While a fault is set, binary frames are sent twice, or each pair in
 * the wrong order: the first is held back until the second arrives; text passes it. Each frame has its own mask, so that frames can be
 * copied as they are. Calls `onChange` for each pair.
 */
export function frameRewriter(faultNow: () => FrameFault, onChange: () => void): FrameRewriter {
  let rest = Buffer.alloc(0);
  let held: Buffer | undefined;
  const release = () => {
    const frame = held ?? Buffer.alloc(0);
    held = undefined;
    return frame;
  };

  const changed = (frame: Buffer): Buffer[] => {
    const fault = faultNow();
    if (fault === undefined) return [release(), frame];
    if (frame[0] !== binary) return [frame];
    if (fault === 'swap' && !held) {
      held = frame;
      return [];
    }
    onChange();
    return fault === 'swap' ? [frame, release()] : [release(), frame, frame];
  };

  return {
    release,
    rewrite(chunk) {
      let bytes = Buffer.concat([rest, chunk]);
      const sent: Buffer[] = [];
      for (
        let length = frameLength(bytes);
        length !== undefined && length <= bytes.length;
        length = frameLength(bytes)
      ) {
        sent.push(...changed(Buffer.from(bytes.subarray(0, length))));
        bytes = bytes.subarray(length);
      }
      rest = Buffer.from(bytes);
      return Buffer.concat(sent);
    },
  };
}

/** Length of the frame at the beginning, with its head; undefined when the head is incomplete. */
function frameLength(bytes: Buffer): number | undefined {
  const second = bytes[1];
  if (second === undefined) return undefined;
  const maskBytes = second >= 0x80 ? 4 : 0;
  const short = second & 0x7f;
  if (short < 126) return 2 + maskBytes + short;
  const wide = short === 126 ? 2 : 8;
  if (bytes.length < 2 + wide) return undefined;
  return 2 + wide + maskBytes + (wide === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)));
}
