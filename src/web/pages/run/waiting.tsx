import type { RunViewResource } from '../../../contract/resources/view.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { CopyLine } from '../../components/copy.tsx';
import { whole } from '../../format/figures.ts';

/** Before the first sample: what the run waits for, and what to type if it waits for machines that somebody must start. */
export function Waiting({ view, round }: { view: RunViewResource; round: number }) {
  const mayJoin = view.status === 'queued' && view.access.may_change;
  const run = useLoaded(mayJoin ? (signal) => api.runs.get(view.uuid, { signal }) : undefined, [
    view.uuid,
    round,
  ]);
  const waiting = (run.value?._embedded.grids ?? []).flatMap((grid) => {
    const missing = grid.instance_quantity - grid.nodes.filter((node) => node.chef !== null).length;
    return grid.join_command === null || missing <= 0 ? [] : [{ grid, command: grid.join_command, missing }];
  });
  return (
    <div class="waiting">
      <p class="soft">
        Nothing is measured yet. Charts begin with the first sample; there is no need to load the page again.
      </p>
      {waiting.map(({ grid, command, missing }) => (
        <div key={grid.uuid}>
          <p>
            Grid {grid.name} on {grid.origin.toLowerCase()} waits for {whole(missing)} of{' '}
            {whole(grid.instance_quantity)} machines. Type this on each, in a clone of the project:
          </p>
          <CopyLine text={command} />
        </div>
      ))}
    </div>
  );
}
