import type { NewRunInput } from '../../../contract/inputs.ts';
import { type Draft, inputOf } from './draft.ts';

/** Name of the test of a run: as entered, or by run name and plan file. */
export function testNameOf({ test, name }: Draft, planName: string | undefined): string | undefined {
  return test.trim() || name.trim() || planName;
}

/** The run of a measurement, without its load: on one node, and in its own test. */
export function sizingInput(draft: Draft, tool: string | undefined): NewRunInput {
  const {
    threads: _threads,
    rampup: _rampup,
    min_nodes: _nodes,
    fail_if: _failIf,
    abort_if: _abortIf,
    test: _test,
    notes: _notes,
    ...input
  } = inputOf(draft, tool);
  const [first] = input.grids ?? [];
  if (first === undefined) return input;
  return { ...input, grids: ['uuid' in first ? first : { ...first, instance_quantity: 1 }] };
}

/** Dedicated nodes with their virtual users, in the first region of the form. */
export function sizedDraft(
  draft: Draft,
  { nodes, usersPerNode }: { nodes: number; usersPerNode: number },
): Draft {
  const { region = 'us-east-1' } = draft.regions[0] ?? {};
  return {
    ...draft,
    threads: String(usersPerNode),
    // The shared grid suffices for a single node.
    ...(nodes === 1 && draft.where === 'shared'
      ? {}
      : { where: 'regions', regions: [{ region, nodes: String(nodes) }] }),
  };
}
