import type { RunViewResource } from '../../../contract/resources/view.ts';
import { Part } from '../../components/part.tsx';
import { time, whole } from '../../format/figures.ts';

const steps = [
  ['produced', 'Samples written by the tool'],
  ['framed', 'aggregated by the nodes'],
  ['received', 'received by the service'],
  ['stored', 'stored'],
  ['reported', 'in this report'],
] as const;

/** Sample counts at each step from the tool to the report, always for the whole run. */
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
        <p class="soft">No samples were recorded.</p>
      ) : counts.is_complete ? (
        <p class="good">✓ All samples are accounted for.</p>
      ) : (
        <p class="bad">✕ Some samples are not accounted for.</p>
      )}
      {[...counts.explanations, ...counts.notes].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {counts.rows?.map(({ file, rows, used, returned, lost, left }) => (
        <p key={file}>
          Rows of {file}: {whole(used)} of {whole(rows)} used
          {returned > 0 && `, ${whole(returned)} returned by ended nodes`}
          {lost > 0 && `, ${whole(lost)} lost with nodes`}, {whole(left)} left.
        </p>
      ))}
      {counts.start_spread_ms !== null && (
        <p class="soft">First samples of the nodes: {time(counts.start_spread_ms)} apart.</p>
      )}
    </Part>
  );
}
