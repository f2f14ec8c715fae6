import { type ErrorSample, maxDetailsLength } from '../../domain/error-sample.ts';
import { errorKind } from '../../tool-process/error-sample-file.ts';
import type { PageTimings, StepResult } from '../../tool-process/step-result.ts';
import type { FailedTraffic } from '../script/measure/failed-traffic.ts';

const noExchange = {
  latencyMs: 0,
  connectMs: 0,
  requestHead: '',
  requestBody: '',
  responseHead: '',
  responseBody: '',
  responseBytes: 0,
};

/** The sample of a failed step: its error, the document that it loaded, and the failed requests of its pages. */
export function stepErrorSample(
  step: StepResult,
  { url, exchange, failedRequests }: FailedTraffic,
): ErrorSample {
  const { url: requestUrl, ...content } = exchange ?? { url: '', ...noExchange };
  return {
    ...errorKind(step),
    startedAtMs: step.startedAtMs,
    elapsedMs: step.elapsedUs / 1000,
    url: url === '' || url === 'about:blank' || url.startsWith('chrome-error:') ? requestUrl : url,
    ...content,
    details: [
      [step.errorText],
      section('Page', step.page === null ? [] : [describeTimings(step.page)]),
      section('Failed requests', failedRequests),
      section('Console', step.console),
    ]
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n')
      .slice(0, maxDetailsLength),
  };
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

function describeTimings(page: PageTimings): string {
  const times = [
    ['first byte', page.responseStartMs],
    ['first contentful paint', page.firstContentfulPaintMs],
    ['DOM content loaded', page.domContentLoadedMs],
    ['load', page.loadMs],
  ] as const;
  const known = times.flatMap(([name, timeMs]) =>
    timeMs === null ? [] : [`${name} ${Math.round(timeMs)} ms`],
  );
  return known.join(', ') || 'not loaded';
}
