import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { Ask } from '../service/ask.ts';
import type { ReportAnswer, RunAnswer, SeriesAnswer } from './answers.ts';

/** The service as a user's script sees it: plain HTTP with a token. */
export interface DemoApi {
  createRun(fields: Record<string, string>, files: readonly string[]): Promise<RunAnswer>;
  run(id: string): Promise<RunAnswer>;
  series(id: string): Promise<SeriesAnswer>;
  report(id: string): Promise<ReportAnswer>;
}

export function createDemoApi(ask: Ask): DemoApi {
  return {
    createRun: async (fields, files) => {
      const form = new FormData();
      for (const path of files) form.append('run_files[]', await openAsBlob(path), basename(path));
      for (const [name, value] of Object.entries(fields)) form.append(`run[${name}]`, value);
      return ask('/runs', { method: 'POST', body: form });
    },
    run: (id) => ask(`/runs/${id}`),
    series: (id) => ask(`/runs/${id}/series?resolution=1`),
    report: (id) => ask(`/runs/${id}/report`),
  };
}
