import { getRawPointer } from 'node:ffi';

/** A buffer with its address, for native functions. It is outside of V8's heap and never moves. */
export interface PinnedBuffer extends Buffer {
  readonly address: number;
}

export function pinnedBuffer(bytes: number): PinnedBuffer {
  const buffer = Buffer.allocUnsafeSlow(bytes);
  return Object.assign(buffer, { address: Number(getRawPointer(buffer)) });
}
