import { setTimeout as sleep } from 'node:timers/promises';
import type { FiguresEvent, PointsEvent } from '../../src/contract/resources/event.ts';
import type { ServiceApi } from '../support/service.ts';

/** What a page that was open during the whole run shows at its end. */
export interface LiveCounts {
  /** Samples of the last `figures` event. */
  figures: number;
  /** Samples of all intervals, each as last received. */
  points: number;
}

const reconnectMs = 250;

/** Follows the events of a run as a browser does, over any number of connections, until `finished`. */
export async function followRun(api: ServiceApi, runId: string, signal: AbortSignal): Promise<LiveCounts> {
  const intervals = new Map<number, number>();
  let figures = 0;
  let lastId: string | undefined;
  let isOver = false;

  const take = (event: string) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(event)?.[1];
    const data = () => JSON.parse(field('data') ?? '');
    lastId = field('id') ?? lastId;
    switch (field('event')) {
      case 'points': {
        const { start, columns } = data() as PointsEvent;
        for (const [at, second] of columns.time.entries())
          intervals.set(start + second, (columns.passed[at] ?? 0) + (columns.failed[at] ?? 0));
        break;
      }
      case 'figures': {
        const { total } = data() as FiguresEvent;
        figures = total.passed + total.failed;
        break;
      }
      case 'finished':
        isOver = true;
    }
  };

  const connect = async () => {
    const headers = lastId === undefined ? undefined : { 'last-event-id': lastId };
    const answer = await api.fetch(`/runs/${runId}/events`, { headers, signal });
    if (answer.status !== 200) return answer.body?.cancel();
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) take(event);
    }
  };

  while (!isOver) {
    await connect().catch(() => undefined);
    signal.throwIfAborted();
    if (!isOver) await sleep(reconnectMs);
  }
  return { figures, points: intervals.values().reduce((sum, each) => sum + each, 0) };
}
