import type { RangeInput } from '../../../contract/inputs.ts';
import type { CodeResource } from '../../../contract/resources/report.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';

/** Response codes of the selected label within the range; undefined without a label and until they are loaded. */
export function useLabelCodes(
  runId: string,
  range: RangeInput,
  label: string | undefined,
  round: number,
): readonly CodeResource[] | undefined {
  const { from, to } = range;
  const found = useLoaded(
    label === undefined
      ? undefined
      : async (signal) => {
          const page = await api.runs.labels(runId, { ...range, label, page_size: 1 }, { signal });
          return { label, codes: page.labels[0]?.codes ?? undefined };
        },
    [runId, from, to, label, round],
  );
  // Codes of the previously selected label are not shown.
  return found.value?.label === label ? found.value?.codes : undefined;
}
