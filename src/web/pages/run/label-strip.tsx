import type { ChartsResource, RunViewResource } from '../../../contract/resources/view.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Failed } from '../../components/states.tsx';
import { Strip } from './strip.tsx';

interface LabelStripProps {
  runId: string;
  view: RunViewResource;
  charts: ChartsResource | undefined;
  label: string | undefined;
}

/** The six figures: of the selected label, if there is one, else of all together. */
export function LabelStrip({ runId, view, charts, label }: LabelStripProps) {
  const { from, to, is_whole: isWhole } = view.range;
  const range = isWhole ? {} : { from, to };
  const found = useLoaded(
    label === undefined
      ? undefined
      : async (signal) => {
          const { labels } = await api.runs.labels(runId, { ...range, label, page_size: 1 }, { signal });
          return { label, row: labels[0] };
        },
    [runId, label, view.as_of],
  );
  if (label === undefined) return <Strip view={view} charts={charts} />;
  // The figures of another label are not shown as if they were of this one.
  if (found.value?.label !== label)
    return found.error ? <Failed error={found.error} retry={found.reload} /> : null;
  const { row } = found.value;
  if (!row)
    return (
      <p class="soft">
        No sample of <b>{label}</b> {isWhole ? 'in this run' : 'in this range'}
        {view.status === 'finished' ? '' : ' so far'}.
      </p>
    );
  return <Strip view={{ ...view, total: row }} charts={charts} isOfLabel />;
}
