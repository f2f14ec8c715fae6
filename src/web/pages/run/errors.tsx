import { useState } from 'preact/hooks';
import type { RunViewResource } from '../../../contract/resources/view.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Failed } from '../../components/states.tsx';
import { ErrorSamples } from './error-samples.tsx';
import { ErrorTable } from './error-table.tsx';

interface ErrorsProps {
  view: RunViewResource;
  label: string | undefined;
}

/** Errors of the selected label or of all, grouped by code and message, most frequent first. */
export function Errors({ view, label }: ErrorsProps) {
  const { from, to, is_whole: isWhole } = view.range;
  const ofLabel = useLoaded(
    label === undefined
      ? undefined
      : async (signal) => ({
          label,
          found: await api.runs.errors(view.uuid, { ...(isWhole ? {} : { from, to }), label }, { signal }),
        }),
    [view.uuid, label, view.as_of],
  );
  const [shown, setShown] = useState<{ code: string; message: string }>();
  const samples = shown && (
    <ErrorSamples
      runId={view.uuid}
      filter={{ code: shown.code, message: shown.message, ...(label === undefined ? {} : { label }) }}
      onClose={() => setShown(undefined)}
    />
  );
  if (label === undefined)
    return (
      <>
        <ErrorTable view={view} errors={view.errors} all={view.error_count} onShow={setShown} />
        {samples}
      </>
    );
  // Data of the previously selected label is not shown.
  if (ofLabel.value?.label !== label)
    return ofLabel.error ? <Failed error={ofLabel.error} retry={ofLabel.reload} /> : null;
  const { errors, total } = ofLabel.value.found;
  return (
    <>
      <ErrorTable view={view} errors={errors} all={total} label={label} onShow={setShown} />
      {samples}
    </>
  );
}
