import { useEffect, useState } from 'preact/hooks';
import type { InspectionInput } from '../../../contract/inputs.ts';
import type { InspectionResource } from '../../../contract/resources/inspection.ts';
import { api } from '../../app/api.ts';
import { type Loaded, useLoaded } from '../../app/use-loaded.ts';
import { type Draft, settingsOf } from './draft.ts';

const pauseMs = 400;
/** Larger uploads are inspected on request only, because inspection sends the files. */
const askFromBytes = 25_000_000;

export interface InspectionState extends Loaded<InspectionResource> {
  /** Detected from the files; the previous result is kept until these files are inspected. */
  guessedTool: string | undefined;
  /** The files are large and inspection has not been requested. */
  waits: boolean;
  ask(): void;
}

/** Inspects the files, again whenever files or settings change. */
export function useInspection(draft: Draft): InspectionState {
  const { files, tool } = draft;
  const settings = JSON.stringify(settingsOf(draft));
  const [settled, setSettled] = useState(draft);
  const [asked, setAsked] = useState<Draft['files']>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), pauseMs);
    return () => clearTimeout(timer);
  }, [files, tool, settings]);
  const sizeBytes = settled.files.reduce((sum, { content }) => sum + content.size, 0);
  const waits = sizeBytes >= askFromBytes && asked !== settled.files;
  const isWanted = settled.files.length > 0 && !waits;
  const inspection = useLoaded(
    isWanted
      ? async (signal) => ({
          files: settled.files,
          found: await api.runs.inspect(inspectionOf(settled), { signal }),
        })
      : undefined,
    [settled],
  );
  // Results for other files are discarded.
  const isEmpty = files.length === 0 || waits;
  const isOld = isEmpty || files !== settled.files;
  const isOfThese = !isOld && inspection.value?.files === files;
  return {
    ...inspection,
    value: isOfThese ? inspection.value?.found : undefined,
    error: isOld || inspection.isLoading ? undefined : inspection.error,
    guessedTool: isEmpty ? undefined : inspection.value?.found.tool,
    waits,
    ask: () => setAsked(settled.files),
  };
}

function inspectionOf(draft: Draft): InspectionInput {
  const { tool, files } = draft;
  return { files, ...(tool === '' ? {} : { tool }), ...settingsOf(draft) };
}
