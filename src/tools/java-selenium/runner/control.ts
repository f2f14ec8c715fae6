import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export type Order = { word: 'start'; atMs: number } | { word: 'stop'; patienceMs: number };

const pollMs = 20;

/** The last order of the node, if any. */
function readOrder(path: string): Order | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const [, word, number] = /^(start|stop) (\d+)/.exec(text) ?? [];
  switch (word) {
    case 'start':
      return { word, atMs: Number(number) };
    case 'stop':
      return { word, patienceMs: Number(number) };
    default:
      return undefined;
  }
}

/** Waits for an order other than the given one; undefined on timeout or abort. */
export async function awaitOrder(
  path: string,
  known: Order['word'] | undefined,
  limitMs: number,
  signal: AbortSignal,
): Promise<Order | undefined> {
  const endMs = Date.now() + limitMs;
  while (Date.now() < endMs && !signal.aborted) {
    const order = readOrder(path);
    if (order && order.word !== known) {
      return order;
    }
    await delay(pollMs, undefined, { signal }).catch(() => {});
  }
  return undefined;
}
