import type { Rewrite } from './wire.ts';

export type FrameFault = 'repeat' | 'swap' | undefined;

const binary = 0x82;

/**
 * Splits the bytes of a WebSocket client into frames. While a fault is set, binary frames are sent twice, or two that
 * arrive together in the wrong order. Each frame has its own mask, so that frames can be copied as they are.
 */
export function frameRewriter(faultNow: () => FrameFault): Rewrite {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    let bytes = Buffer.concat([rest, chunk]);
    const frames: Buffer[] = [];
    for (
      let length = frameLength(bytes);
      length !== undefined && length <= bytes.length;
      length = frameLength(bytes)
    ) {
      frames.push(bytes.subarray(0, length));
      bytes = bytes.subarray(length);
    }
    rest = Buffer.from(bytes);
    return Buffer.concat(rearranged(frames, faultNow()));
  };
}

function rearranged(frames: Buffer[], fault: FrameFault): Buffer[] {
  const isBinary = (frame: Buffer | undefined) => frame?.[0] === binary;
  if (fault === 'repeat') return frames.flatMap((frame) => (isBinary(frame) ? [frame, frame] : [frame]));
  if (fault !== 'swap') return frames;
  const swapped = [...frames];
  for (let at = 0; at + 1 < swapped.length; at++) {
    const [left, right] = [swapped[at], swapped[at + 1]];
    if (!left || !right || !isBinary(left) || !isBinary(right)) continue;
    swapped[at] = right;
    swapped[at + 1] = left;
    at += 1;
  }
  return swapped;
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
