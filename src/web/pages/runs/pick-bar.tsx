import type { RunResource } from '../../../contract/resources/run.ts';
import { setParams } from '../../app/location.ts';
import { mostCompared } from './run-filter.ts';

interface PickBarProps {
  picked: readonly string[];
  runs: readonly RunResource[];
  onCompare: () => void;
}

/** What was picked for comparing, with what to do next. The first one picked is what the others are held against. */
export function PickBar({ picked, runs, onCompare }: PickBarProps) {
  const [first] = picked;
  const nameOf = (id: string) => runs.find(({ uuid }) => uuid === id)?.name ?? id;
  return (
    <div class="pick-bar" aria-live="polite">
      {first !== undefined && (
        <p>
          <span>
            {picked.length === 1
              ? `${nameOf(first)} is picked. Pick another to compare them.`
              : `${picked.length} runs are picked; ${nameOf(first)} is the baseline.`}
            {picked.length >= mostCompared && ' More cannot be compared at once.'}
          </span>
          {picked.length >= 2 && (
            <button type="button" class="primary" onClick={onCompare} aria-keyshortcuts="c">
              Compare {picked.length} runs
            </button>
          )}
          <button type="button" class="quiet" onClick={() => setParams({ pick: undefined })}>
            Pick none
          </button>
        </p>
      )}
    </div>
  );
}
