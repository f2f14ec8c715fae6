import { whole } from '../format/figures.ts';

interface Reason {
  element: string;
  place: string;
  reason: string;
}

const shown = 2;

/** Plan elements that Spate's own engine does not support, with their place; collapsed after the first ones. */
export function EngineReasons({ reasons }: { reasons: readonly Reason[] }) {
  const rest = reasons.slice(shown);
  return (
    <>
      <List reasons={reasons.slice(0, shown)} />
      {rest.length > 0 && (
        <details class="engine-rest">
          <summary>{whole(rest.length)} more</summary>
          <List reasons={rest} />
        </details>
      )}
    </>
  );
}

function List({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul class="engine-reasons">
      {reasons.map(({ element, place, reason }) => (
        <li key={`${place} ${element} ${reason}`}>
          <b>{place}</b>
          <span>{reason}</span>
        </li>
      ))}
    </ul>
  );
}
