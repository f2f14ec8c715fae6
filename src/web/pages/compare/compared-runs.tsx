import { setParams } from '../../app/location.ts';
import { Swatch } from '../../charts/swatch.tsx';
import { Icon } from '../../components/icons.tsx';
import { Moment } from '../../components/moment.tsx';
import { lineOf } from './run-line.ts';

interface ComparedRun {
  uuid: string;
  name: string | null;
  project: string;
  tool: string;
  status: string;
  started: string | null;
}

/** Name of a run; runs with the same name get their position appended. */
export function nameOf(runs: readonly { uuid: string; name: string | null }[], index: number): string {
  const run = runs[index];
  const name = run?.name ?? run?.uuid ?? '';
  const same = runs.filter((each) => (each.name ?? each.uuid) === name);
  return same.length > 1 ? `${name} (${index + 1})` : name;
}

/** The compared runs, in the order of the table columns. */
export function ComparedRuns({ runs, ids }: { runs: readonly ComparedRun[]; ids: readonly string[] }) {
  const set = (next: readonly string[]) => setParams({ runs: next.join(',') }, 'push');
  return (
    <ol class="compared">
      {runs.map((run, index) => (
        <li key={run.uuid}>
          <Swatch {...lineOf(index)} />
          <div>
            <a href={`/app/runs/${run.uuid}`}>{nameOf(runs, index)}</a>{' '}
            <span class="soft">
              {run.project}, {run.tool}
              {run.status !== 'finished' && `, ${run.status}`}
              {run.started !== null && (
                <>
                  , <Moment at={run.started} />
                </>
              )}
            </span>
          </div>
          {index === 0 ? (
            <span class="role soft">Baseline</span>
          ) : (
            <button
              type="button"
              class="quiet role"
              onClick={() => set([run.uuid, ...ids.filter((id) => id !== run.uuid)])}
              aria-label={`Set as baseline: ${nameOf(runs, index)}`}
            >
              Set as baseline{' '}
            </button>
          )}
          <button
            type="button"
            class="quiet"
            onClick={() => set(ids.filter((id) => id !== run.uuid))}
            aria-label={`Remove ${nameOf(runs, index)}`}
            title="Remove from this comparison"
          >
            <Icon name="cross" />
          </button>
        </li>
      ))}
    </ol>
  );
}
