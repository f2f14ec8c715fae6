import type { TrendsResource } from '../../contract/resources/trend.ts';
import type { RunFilter } from '../../domain/run-filter.ts';
import type { SampleKind } from '../../domain/sample-kind.ts';
import type { TrendRow } from '../../metrics/trend.ts';
import { link, timestamp, timestampOrNull, withQuery } from './links.ts';

export function trendsResource(
  trend: { total: number; rows: TrendRow[] },
  filter: RunFilter,
  kind: SampleKind = 'passed',
): TrendsResource {
  return {
    _links: {
      self: link(withQuery('/trends', { ...filter, ...(kind === 'passed' ? {} : { times: kind }) })),
    },
    total: trend.total,
    runs: trend.rows.map(({ figures, ...row }) => {
      const samples = figures.passed + figures.failed;
      const times = figures.times[kind];
      return {
        uuid: row.id,
        name: row.name,
        project: row.project,
        tool: row.tool,
        tag_list: row.tags,
        started: timestampOrNull(row.startedAt),
        stopped: timestamp(row.stoppedAt),
        passed: row.passed,
        samples,
        seconds: figures.durationS,
        error_rate: (figures.failed * 100) / samples,
        throughput: figures.requestsPerMinute / 60,
        mean: times?.meanMs ?? null,
        p50: times?.percentilesMs['50'] ?? null,
        p95: times?.percentilesMs['95'] ?? null,
        p99: times?.percentilesMs['99'] ?? null,
        max_users: figures.maxUsers,
      };
    }),
  };
}
