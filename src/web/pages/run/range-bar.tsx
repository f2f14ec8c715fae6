import type { RunViewResource } from '../../../contract/resources/view.ts';
import { setParams } from '../../app/location.ts';
import { into, span } from '../../format/moments.ts';

/** Says which part of the run all figures are for, and leads back to the whole. */
export function RangeBar({ range, label }: { range: RunViewResource['range']; label: string | undefined }) {
  if (range.is_whole && label === undefined) return null;
  return (
    <div class="range-bar" role="status">
      {!range.is_whole && (
        <div>
          <span>
            Figures are for <b>{into(range.from)}</b> to <b>{into(range.to)}</b>,{' '}
            {span(range.to - range.from)}. <span class="soft">The verdict is of the whole run.</span>
          </span>
          <button
            type="button"
            class="quiet"
            onClick={() => setParams({ from: undefined, to: undefined }, 'push')}
          >
            Show whole run
          </button>
        </div>
      )}
      {label !== undefined && (
        <div>
          <span>
            Figures, charts and errors are for <b>{label}</b>; users are of all labels.
          </span>
          <button type="button" class="quiet" onClick={() => setParams({ label: undefined }, 'push')}>
            Show all labels
          </button>
        </div>
      )}
    </div>
  );
}
