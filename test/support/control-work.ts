import { deflateRawSync } from 'node:zlib';

/** Time of `controlWork` on an idle core of a server of 2024. */
export const controlMs = 50;
const sizeBytes = 1.75 * 2 ** 20;
const text = Buffer.alloc(sizeBytes);
let seed = 1;
for (let at = 0; at < sizeBytes; at += 1) {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) | 0;
  text[at] = 0x61 + ((seed >>> 16) % 16);
}

/**
 * The same work each time, to compare others with: takes longer where the machine is slow or busy. It is native code:
 * V8 may at any time run JavaScript in its interpreter, which took seven times as long.
 */
export function controlWork(): void {
  deflateRawSync(text);
}
