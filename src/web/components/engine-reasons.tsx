import { type GroupedReason, groupReasons, placesInWords } from '../../contract/engine-reasons.ts';
import { whole } from '../format/figures.ts';

interface Reason {
  element: string;
  place: string;
  reason: string;
}

const shown = 2;

/**
 * What Spate's own engine does not support: each reason once, with its first places; collapsed after the first ones.
 */
export function EngineReasons({ reasons }: { reasons: readonly Reason[] }) {
  const grouped = groupReasons(reasons);
  const rest = grouped.slice(shown);
  return (
    <>
      <List reasons={grouped.slice(0, shown)} />
      {rest.length > 0 && (
        <details class="engine-rest">
          <summary>{whole(rest.length)} more</summary>
          <List reasons={rest} />
        </details>
      )}
    </>
  );
}

function List({ reasons }: { reasons: readonly GroupedReason[] }) {
  return (
    <ul class="engine-reasons">
      {reasons.map(({ reason, places }) => (
        <li key={reason}>
          <b>{placesInWords(places)}</b>
          <span>{reason}</span>
        </li>
      ))}
    </ul>
  );
}
