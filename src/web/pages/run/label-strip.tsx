import type { ChartsResource, RunViewResource } from '../../../contract/resources/view.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
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
  const row = useLoaded(
    label === undefined
      ? undefined
      : async (signal) => {
          const found = await api.runs.labels(runId, { ...range, search: label, page_size: 500 }, { signal });
          return found.labels.find((each) => each.label === label);
        },
    [runId, label, view.as_of],
  );
  if (label === undefined) return <Strip view={view} charts={charts} />;
  if (row.value?.label !== label) return null;
  return <Strip view={{ ...view, total: row.value }} charts={charts} />;
}
