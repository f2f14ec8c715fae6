import type { RunViewResource } from '../../../contract/resources/view.ts';
import { setParams } from '../../app/location.ts';
import { into, span } from '../../format/moments.ts';

/** Shows the selected range and label, with buttons to clear them. */
export function RangeBar({ range, label }: { range: RunViewResource['range']; label: string | undefined }) {
  if (range.is_whole && label === undefined) return null;
  return (
    <div class="range-bar" role="status">
      {!range.is_whole && (
        <div>
          <span>
            Selected range: <b>{into(range.from)}</b> to <b>{into(range.to)}</b> (
            {span(range.to - range.from)}). <span class="soft">The verdict covers the whole run.</span>
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
            Selected label: <b>{label}</b>. Virtual users are counted for all labels.
          </span>
          <button type="button" class="quiet" onClick={() => setParams({ label: undefined }, 'push')}>
            Show all labels
          </button>
        </div>
      )}
    </div>
  );
}
