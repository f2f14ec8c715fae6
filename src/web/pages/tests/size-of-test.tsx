import type { RefObject } from 'preact';
import type { EstimateInput } from '../../../contract/inputs.ts';
import type { TestResource } from '../../../contract/resources/load-test.ts';
import type { RunResource } from '../../../contract/resources/run.ts';
import { defaultStopAfterMin } from '../../../contract/run-settings.ts';
import { sizingSettings } from '../../../contract/size-ramp.ts';
import { api } from '../../app/api.ts';
import { FindSize } from '../../components/size/find-size.tsx';
import { useSizing } from '../../components/size/use-sizing.ts';

interface SizeOfTestProps {
  test: TestResource;
  run: RunResource;
  /** Receives the nodes and virtual users. */
  form: RefObject<HTMLFormElement | null>;
  onChange: (test: TestResource) => void;
  /** Called after the form has received the nodes of a size. */
  onUse: () => void;
}

/** Size of the plan of a test: known, or measured by a run on one node. */
export function SizeOfTest({ test, run, form, onChange, onUse }: SizeOfTestProps) {
  const sizing = useSizing({
    begin: (users, signal) => {
      const settings = sizingSettings(test.name, users);
      return api.tests.run(
        test.uuid,
        {
          ...settings,
          ...{ test: settings.name, nodes: 1 },
          ...{ threads: '', rampup: '', min_nodes: '', notes: '', fail_if: [], abort_if: [] },
        },
        { signal },
      );
    },
    keep: async ({ usersPerNode, limit }, { uuid }) => {
      const size = { users_per_node: usersPerNode, limit, sized_by: uuid };
      onChange(await api.tests.change(test.uuid, size));
    },
  });
  const fill = (name: string, value: number) => {
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = String(value);
  };
  return (
    <FindSize
      known={test.size}
      sizing={sizing}
      obstacle={
        run.engine === 'spate' ? undefined : "Sizes are measured for JMeter plans that run on Spate's engine."
      }
      estimateFor={(nodes) => estimateOf(run, nodes)}
      onUse={({ nodes, usersPerNode }) => {
        fill('nodes', nodes);
        fill('threads', usersPerNode);
        onUse();
      }}
    />
  );
}

/** Cost of nodes like those of the test; nodes of existing grids cost nothing extra. */
function estimateOf({ _embedded, duration, rampup }: RunResource, nodes: number): EstimateInput | undefined {
  const [grid] = _embedded.grids;
  if (grid === undefined || (grid.infrastructure === 'shared' && nodes === grid.instance_quantity))
    return undefined;
  return {
    grids: [
      {
        region: grid.region,
        infrastructure: grid.infrastructure === 'shared' ? 'demand' : grid.infrastructure,
        instance_type: grid.instance_type,
        instance_quantity: nodes,
        stop_after: grid.stop_after || defaultStopAfterMin(duration, rampup),
      },
    ],
    ...(duration === null ? {} : { duration }),
  };
}
