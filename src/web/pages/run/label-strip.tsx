import type { RangeInput } from '../../../contract/inputs.ts';
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

/** The summary strip of the selected label, or of the whole run. */
export function LabelStrip({ runId, view, charts, label }: LabelStripProps) {
  const { from, to, is_whole: isWhole } = view.range;
  const { times } = view;
  const range = { ...(isWhole ? {} : { from, to }), times };
  const recent = view.recent && { from: view.recent.from, to: view.recent.to, times };
  const found = useLoaded(
    label === undefined
      ? undefined
      : async (signal) => {
          const read = async (seconds: RangeInput) =>
            (await api.runs.labels(runId, { ...seconds, label, page_size: 1 }, { signal })).labels[0];
          const [row, lately] = await Promise.all([read(range), recent ? read(recent) : undefined]);
          return { label, row, lately };
        },
    [runId, label, times, view.as_of],
  );
  const recentOf = (total: RunViewResource['total'] | undefined) =>
    view.recent && { seconds: view.recent.to - view.recent.from, total, users: view.recent.users };
  if (label === undefined) return <Strip view={view} charts={charts} recent={recentOf(view.recent?.total)} />;
  // Data of the previously selected label is not shown.
  if (found.value?.label !== label)
    return found.error ? <Failed error={found.error} retry={found.reload} /> : null;
  const { row, lately } = found.value;
  if (!row)
    return (
      <p class="soft">
        No samples for <b>{label}</b> {isWhole ? 'in this run' : 'in this range'}
        {view.status === 'finished' ? '' : ' so far'}.
      </p>
    );
  return <Strip view={{ ...view, total: row }} charts={charts} recent={recentOf(lately)} isOfLabel />;
}
