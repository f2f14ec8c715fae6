import { setTimeout as delay } from 'node:timers/promises';
import type { TestService } from '../../test/support/service.ts';

/** Duration of each view, first and repeated, and how long other requests waited meanwhile. */
export async function timeViews(
  service: TestService,
  runId: string,
  seconds: number,
): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [];
  const label = encodeURIComponent('GET /catalogue/item-0000');
  const most = `from=${Math.round(seconds * 0.015)}&to=${Math.round(seconds * 0.97)}`;
  const some = `from=${Math.round(seconds * 0.3)}&to=${Math.round(seconds * 0.3) + 600}`;
  const views: [string, string][] = [
    ['list of runs', '/runs'],
    ['run', `/runs/${runId}`],
    ['whole run', `/runs/${runId}/view`],
    ['labels, slowest first', `/runs/${runId}/labels?sort=-p95`],
    ['most of it as a range', `/runs/${runId}/view?${most}`],
    ['labels of that range', `/runs/${runId}/labels?sort=-p95&${most}`],
    ['10 minutes as a range', `/runs/${runId}/view?${some}`],
    ['charts', `/runs/${runId}/charts`],
    ['charts of one label', `/runs/${runId}/charts?label=${label}`],
    ['charts of one label in an hour', `/runs/${runId}/charts?label=${label}&from=3600&to=7200`],
    ['heat map', `/runs/${runId}/heatmap`],
    ['heat map of one label', `/runs/${runId}/heatmap?label=${label}`],
  ];
  await service.json(`/runs/${runId}/view`);
  for (const [name, path] of views) {
    const others = probeLatency(service);
    const first = await timed(service, path);
    const again = await timed(service, path);
    rows.push([name, first, again, await others.stop()]);
  }
  return rows;
}

async function timed(service: TestService, path: string): Promise<number> {
  const startedAt = performance.now();
  await service.json(path);
  return Math.round(performance.now() - startedAt);
}

/** Sends small requests continuously; `stop` returns the longest duration. */
function probeLatency(service: TestService): { stop(): Promise<number> } {
  let isOver = false;
  let longest = 0;
  const asking = (async () => {
    while (!isOver) {
      longest = Math.max(longest, await timed(service, '/healthz'));
      await delay(5);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await asking;
      return longest;
    },
  };
}
