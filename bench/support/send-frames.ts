import { setTimeout as delay } from 'node:timers/promises';
import { samplesIn } from '../../src/metrics/frame.ts';
import type { SimulatedNode } from './simulated-node.ts';

/**
 * Each node sends one frame per second, spread over the second like those of real nodes. Returns the number of
 * samples.
 */
export async function sendEachSecond(
  nodes: readonly SimulatedNode[],
  payloads: readonly Buffer[],
  seconds: number,
  onSecond: (second: number) => void = () => undefined,
): Promise<number> {
  let samples = 0;
  for (let tick = 0; tick < seconds; tick++) {
    const startedAt = Date.now();
    for (const [index, node] of nodes.entries()) {
      const payload = payloads[(index + tick) % payloads.length] as Buffer;
      node.sendFrame(Math.floor(startedAt / 1000), payload, samplesIn(payload));
      samples += samplesIn(payload);
      if (index % 50 === 49) await delay(Math.max(0, startedAt + (index / nodes.length) * 900 - Date.now()));
    }
    await delay(Math.max(0, startedAt + 1000 - Date.now()));
    onSecond(tick + 1);
  }
  return samples;
}

/** Each node sends as fast as its frames are acknowledged, with few of them in flight. */
export async function sendAsAcknowledged(
  nodes: readonly SimulatedNode[],
  payloads: readonly Buffer[],
  forMs: number,
): Promise<void> {
  const maxUnacked = 4;
  const endAt = Date.now() + forMs;
  for (let tick = 0; Date.now() < endAt; tick++) {
    const second = Math.floor(Date.now() / 1000);
    for (const [index, node] of nodes.entries()) {
      if (node.unacked >= maxUnacked) continue;
      const payload = payloads[(index + tick) % payloads.length] as Buffer;
      node.sendFrame(second, payload, samplesIn(payload));
    }
    await delay(2);
  }
}

/** Frames acknowledged so far. */
export function acknowledged(nodes: readonly SimulatedNode[]): number {
  return nodes.reduce((sum, node) => sum + node.acked, 0);
}
