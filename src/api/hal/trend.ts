import type { TrendsResource } from '../../contract/resources/trend.ts';
import type { RunFilter } from '../../domain/run-filter.ts';
import type { TrendRow } from '../../metrics/trend.ts';
import { link, timestamp, timestampOrNull, withQuery } from './links.ts';

export function trendsResource(
  trend: { total: number; rows: TrendRow[] },
  filter: RunFilter,
): TrendsResource {
  return {
    _links: { self: link(withQuery('/trends', { ...filter })) },
    total: trend.total,
    runs: trend.rows.map(({ figures, ...row }) => {
      const samples = figures.passed + figures.failed;
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
        mean: figures.meanMs,
        p50: figures.percentilesMs['50'] ?? 0,
        p95: figures.percentilesMs['95'] ?? 0,
        p99: figures.percentilesMs['99'] ?? 0,
        max_users: figures.maxUsers,
      };
    }),
  };
}
