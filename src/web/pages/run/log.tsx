import { useState } from 'preact/hooks';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Part } from '../../components/part.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { NodeLog } from './node-log.tsx';

/** Last log lines of each node. Loaded when opened, and refreshed during the run. */
export function Log({ runId, round, isActive }: { runId: string; round: number; isActive: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const logs = useLoaded(isOpen ? (signal) => api.runs.logs(runId, { signal }) : undefined, [
    runId,
    isActive ? round : 0,
  ]);
  return (
    <Part title="Log">
      <details class="log" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Last log lines of each node</summary>
        {isOpen && !logs.value && !logs.error && <Loading what="log" lines={2} />}
        {!logs.value && logs.error && <Failed error={logs.error} retry={logs.reload} />}
        {logs.value?.logs.map((log) => (
          <NodeLog key={`${log.grid} ${log.node}`} log={log} />
        ))}
      </details>
    </Part>
  );
}
