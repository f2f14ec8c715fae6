import { originText } from '../../../contract/origin-text.ts';
import type { RunViewResource } from '../../../contract/resources/view.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { CopyLine } from '../../components/copy.tsx';
import { count, whole } from '../../format/figures.ts';

/** State before the first sample, with join commands for grids that lack machines, and why machines do not start. */
export function Waiting({ view, round }: { view: RunViewResource; round: number }) {
  const mayJoin = view.status === 'queued' && view.access.may_change;
  const run = useLoaded(mayJoin ? (signal) => api.runs.get(view.uuid, { signal }) : undefined, [
    view.uuid,
    round,
  ]);
  const grids = run.value?._embedded.grids ?? [];
  const waiting = grids.flatMap((grid) => {
    const missing = grid.instance_quantity - grid.nodes.filter((node) => node.chef !== null).length;
    return grid.join_command === null || missing <= 0 ? [] : [{ grid, command: grid.join_command, missing }];
  });
  return (
    <div class="waiting">
      <p class="soft">No samples yet. Charts appear with the first sample; the page updates automatically.</p>
      {grids.flatMap(({ uuid, problems }) =>
        problems.map((problem) => (
          <p key={`${uuid} ${problem}`} class="bad">
            ✕ {problem}
          </p>
        )),
      )}
      {waiting.map(({ grid, command, missing }) => (
        <div key={grid.uuid}>
          <p>
            Grid {grid.name} on {originText(grid.origin)} is waiting for {whole(missing)} of{' '}
            {count(grid.instance_quantity, 'machine')}. Run this on each:
          </p>
          <CopyLine text={command} />
        </div>
      ))}
    </div>
  );
}
