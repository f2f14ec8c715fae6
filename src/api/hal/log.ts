import type { LogsResource } from '../../contract/resources/log.ts';
import type { NodeLog } from '../../runs/runs.ts';
import { link } from './links.ts';

export function logsResource(runId: string, logs: readonly NodeLog[]): LogsResource {
  return {
    _links: { self: link(`/runs/${runId}/logs`) },
    logs: logs.map(({ gridId, nodeIndex, state, lines }) => ({
      grid: gridId,
      node: nodeIndex,
      state,
      lines,
    })),
  };
}
