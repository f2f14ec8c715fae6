import type { RunResource } from '../../../contract/resources/run.ts';
import { runTitle } from '../../../contract/run-title.ts';
import { setParams } from '../../app/location.ts';
import { maxCompared } from './run-filter.ts';

interface PickBarProps {
  picked: readonly string[];
  runs: readonly RunResource[];
  onCompare: () => void;
}

/** Runs selected for comparison. The first one is the baseline. */
export function PickBar({ picked, runs, onCompare }: PickBarProps) {
  const [first] = picked;
  const nameOf = (id: string) => {
    const run = runs.find(({ uuid }) => uuid === id);
    return run ? runTitle(run) : id;
  };
  return (
    <div class="pick-bar" aria-live="polite">
      {first !== undefined && (
        <p>
          <span>
            {picked.length === 1
              ? `${nameOf(first)} selected as the baseline. Select another run to compare.`
              : `${picked.length} runs selected. Baseline: ${nameOf(first)}.`}
            {picked.length >= maxCompared && ` At most ${maxCompared} runs can be compared.`}
          </span>
          {picked.length >= 2 && (
            <button type="button" class="primary" onClick={onCompare} aria-keyshortcuts="c">
              Compare {picked.length} runs
            </button>
          )}
          <button type="button" class="quiet" onClick={() => setParams({ pick: undefined })}>
            Clear selection
          </button>
        </p>
      )}
    </div>
  );
}
