import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { ReportAnswer, RunAnswer, SeriesAnswer } from './answers.ts';

/** The service as a user's script sees it: plain HTTP with a token. */
export interface DemoApi {
  createRun(fields: Record<string, string>, files: readonly string[]): Promise<RunAnswer>;
  run(id: string): Promise<RunAnswer>;
  series(id: string): Promise<SeriesAnswer>;
  report(id: string): Promise<ReportAnswer>;
}

export function createDemoApi(url: string, token: string, signal: AbortSignal): DemoApi {
  const headers = { authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` };

  async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
    const response = await fetch(url + path, { ...init, headers, signal });
    const text = await response.text();
    if (!response.ok) throw new CliError(`${path} answered ${response.status}: ${sentenceIn(text)}`);
    return JSON.parse(text) as T;
  }

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

/** Errors of the service are JSON with one sentence; anything else is shown as it came. */
function sentenceIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === 'string' ? error : body;
  } catch {
    return body;
  }
}
