import type { ErrorDetail } from '../../domain/errors.ts';
import type { LoadTestChanges } from '../../domain/load-test.ts';
import { testChangesSchema } from '../schemas/load-tests.ts';
import { readFields } from './fields.ts';
import { invalid } from './grid-spec.ts';
import { isTree, type ParamTree } from './nested.ts';

/** Input of PATCH /tests/:id: absent fields stay unchanged, an empty baseline removes it. */
export function readTestChanges(tree: ParamTree): LoadTestChanges {
  const test = isTree(tree.test) ? tree.test : {};
  const problems: ErrorDetail[] = [];
  const { name, run, baseline, ...size } = readFields(testChangesSchema, test, 'test', problems);
  const changes: LoadTestChanges = {
    ...(name !== undefined && { name: name.trim() }),
    ...(run !== undefined && { runId: run.trim() }),
    ...('baseline' in test && { baselineRunId: baseline?.trim() ?? null }),
  };
  const { users_per_node: usersPerNode, limit, sized_by: runId } = size;
  if (usersPerNode !== undefined && limit !== undefined && runId !== undefined)
    changes.size = { usersPerNode, limit, runId: runId.trim() };
  else if (Object.values(size).some((value) => value !== undefined)) {
    const message = 'test[users_per_node], test[limit] and test[sized_by] belong together.';
    problems.push({ code: 'required', message, field: 'test[users_per_node]' });
  }
  if (Object.keys(changes).length === 0 && problems.length === 0) {
    const message = 'No changes given. Send test[name], test[run], test[baseline] or test[users_per_node].';
    problems.push({ code: 'required', message, field: 'test' });
  }
  if (problems.length > 0) throw invalid(problems);
  return changes;
}
