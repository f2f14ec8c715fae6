import { useEffect, useRef, useState } from 'preact/hooks';
import type { ListedTestResource } from '../../../contract/resources/load-test.ts';
import type { RunResource } from '../../../contract/resources/run.ts';
import { sizingSettings } from '../../../contract/size-ramp.ts';
import type { MeasuredSize } from '../../../contract/test-size.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { estimateInputOf } from '../../components/grids/grid-choice.ts';
import { FindSize } from '../../components/size/find-size.tsx';
import { useSizing } from '../../components/size/use-sizing.ts';
import type { FormPartProps } from './draft.ts';
import { sizedDraft, sizingInput, testNameOf } from './sizing-draft.ts';
import { uploadRun } from './upload-run.ts';
import type { InspectionState } from './use-inspection.ts';

const pauseMs = 400;

/** Stores a measured size in the test of a run that was started afterwards. */
export type KeepSize = (run: RunResource) => Promise<void>;

interface SizeOfPlanProps extends FormPartProps {
  inspection: InspectionState;
  tool: string | undefined;
  engine: 'spate' | 'apache' | undefined;
  /** Receives the function to call once the test exists; undefined: none. */
  onMeasured: (keep: KeepSize | undefined) => void;
}

/** Size of the uploaded plan: that of its test, or a new measurement. */
export function SizeOfPlan({
  draft,
  change,
  inspection,
  tool,
  engine,
  onMeasured,
}: Omit<SizeOfPlanProps, 'error'>) {
  const planName = inspection.value?.plan ?? undefined;
  const test = useTest(testNameOf(draft, planName), draft.project.trim());
  const latest = useRef(draft);
  latest.current = draft;
  const sizing = useSizing({
    begin: (users, signal) =>
      uploadRun(
        { ...sizingInput(latest.current, tool), ...sizingSettings(planName ?? 'plan', users) },
        () => {},
        signal,
      ),
    keep: async (size, run) => {
      const kept = changesOf(size, run);
      if (test) await api.tests.change(test.uuid, kept);
      onMeasured(
        test
          ? undefined
          : async (started) => {
              if (started.test) await api.tests.change(started.test.uuid, kept);
            },
      );
    },
  });
  if (tool !== undefined && tool !== 'jmeter') return null;
  return (
    <fieldset>
      <legend>Size</legend>
      <FindSize
        known={test?.size ?? null}
        sizing={sizing}
        obstacle={obstacleOf(inspection, engine)}
        estimateFor={(nodes) => {
          const sized = sizedDraft(draft, { nodes, usersPerNode: 1 });
          return sized.where === 'regions' ? estimateInputOf(sized) : undefined;
        }}
        onUse={(plan) => change(sizedDraft(draft, plan))}
      />
    </fieldset>
  );
}

/** The test that a run of the form would belong to. */
function useTest(name: string | undefined, project: string): ListedTestResource | undefined {
  const key = `${name ?? ''}\n${project}`;
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), pauseMs);
    return () => clearTimeout(timer);
  }, [key]);
  const [wanted = '', ofProject = ''] = settled.split('\n');
  const found = useLoaded(
    wanted === ''
      ? undefined
      : (signal) => api.tests.list({ search: wanted, project: ofProject || 'Default' }, { signal }),
    [settled],
  );
  return settled === key ? found.value?._embedded.tests.find((test) => test.name === wanted) : undefined;
}

function changesOf({ usersPerNode, limit }: MeasuredSize, run: RunResource) {
  return { users_per_node: usersPerNode, limit, sized_by: run.uuid };
}

function obstacleOf(
  { value: found, waits }: InspectionState,
  engine: 'spate' | 'apache' | undefined,
): string | undefined {
  if (waits) return 'Inspect the files first: see “Plan contents”.';
  if (!found) return 'Add a plan to measure how many virtual users one node carries.';
  if (!found.can_run) return 'The files have problems. See “Plan contents”.';
  return engine === 'apache'
    ? "Sizes are measured with Spate's engine; Apache JMeter runs this plan."
    : undefined;
}
