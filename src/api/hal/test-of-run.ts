import type { RunResource } from '../../contract/resources/run.ts';
import type { Run } from '../../domain/run.ts';

/** Test and baseline of a run, as part of its resources. */
export function testOfRun({ test, planVersion, baseline }: Run): Pick<RunResource, 'test' | 'baseline'> {
  return {
    test: test && { uuid: test.id, name: test.name, plan_version: planVersion },
    baseline: baseline && {
      run: baseline.runId,
      verdict: baseline.verdict,
      sentence: baseline.sentence,
      basis_text: baseline.basis,
    },
  };
}
