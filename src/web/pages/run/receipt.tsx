import type { RunViewResource } from '../../../contract/resources/view.ts';
import { Part } from '../../components/part.tsx';
import { time, whole } from '../../format/figures.ts';

const steps = [
  ['produced', 'Samples the tool wrote'],
  ['framed', 'put into frames by the nodes'],
  ['received', 'received by the service'],
  ['stored', 'stored'],
  ['reported', 'in this report'],
] as const;

/** Follows the samples from the tool to the report, as a receipt does. Always of the whole run. */
export function Receipt({ view }: { view: RunViewResource }) {
  const counts = view.reconciliation;
  if (!counts) return null;
  return (
    <Part title="Receipt">
      <dl class="receipt">
        {steps.map(([key, words]) => (
          <div key={key}>
            <dt>{words}</dt>
            <dd class={counts[key] === counts.produced ? undefined : 'bad'}>{whole(counts[key])}</dd>
          </div>
        ))}
      </dl>
      {counts.produced === 0 && counts.reported === 0 ? (
        <p class="soft">There was no sample.</p>
      ) : counts.is_complete ? (
        <p class="good">✓ Every sample is accounted for.</p>
      ) : (
        <p class="bad">✕ Not every sample is accounted for.</p>
      )}
      {[...counts.explanations, ...counts.notes].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {counts.start_spread_ms !== null && (
        <p class="soft">The first samples of the nodes lie {time(counts.start_spread_ms)} apart.</p>
      )}
    </Part>
  );
}
