import type { ErrorSampleListResource } from '../../contract/resources/error-sample.ts';
import { traceIdOf } from '../../domain/error-sample.ts';
import { shortGridName } from '../../grids/grid-name.ts';
import type { ErrorSampleFilter, ErrorSamples, RunView } from '../../runs/runs.ts';
import { link, timestamp, withQuery } from './links.ts';

export function errorSampleListResource(
  { run, grids }: RunView,
  { total, samples }: ErrorSamples,
  filter: ErrorSampleFilter,
): ErrorSampleListResource {
  const names = new Map(grids.map(({ grid }) => [grid.id, shortGridName(grid.name)]));
  return {
    _links: { self: link(withQuery(`/runs/${run.id}/error-samples`, { ...filter })) },
    total,
    _embedded: {
      error_samples: samples.map((sample) => ({
        grid: names.get(sample.gridId) ?? sample.gridId,
        node: sample.nodeIndex,
        label: sample.label,
        code: sample.code,
        message: sample.message,
        started: timestamp(new Date(sample.startedAtMs)),
        response_time: sample.elapsedMs,
        latency: sample.latencyMs,
        connect_time: sample.connectMs,
        url: sample.url,
        details: sample.details ?? '',
        trace_id: traceIdOf(sample.requestHead),
        request: { head: sample.requestHead, body: sample.requestBody },
        response: {
          head: sample.responseHead,
          body: sample.responseBody,
          bytes: Math.round(sample.responseBytes),
        },
      })),
    },
  };
}
