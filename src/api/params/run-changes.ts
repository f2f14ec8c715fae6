import { entriesOf } from '../../contract/records.ts';
import { runSettings } from '../../contract/run-settings.ts';
import type { ErrorDetail } from '../../domain/errors.ts';
import { readSecrets } from '../../domain/secret.ts';
import type { RunChanges } from '../../runs/runs.ts';
import { runChangesSchema } from '../schemas/run-changes.ts';
import { readFields } from './fields.ts';
import { invalid } from './grid-spec.ts';
import { isTree, type ParamTree } from './nested.ts';
import { readGrids } from './new-run.ts';
import { readAbortRules, readThresholds } from './thresholds.ts';

/** Input of POST /tests/:id/runs: absent fields are those of the test, an empty string removes the value. */
export function readRunChanges(tree: ParamTree): RunChanges {
  const problems: ErrorDetail[] = [];
  const run: ParamTree = isTree(tree.run) ? tree.run : {};
  const fields = readFields(runChangesSchema, run, 'run', problems);
  const settings = entriesOf(runSettings)
    .filter(([name]) => name in run)
    .map(([name, { property }]) => [property, fields[name] ?? null]);
  const hasGrids = run.grids !== undefined || tree.grid !== undefined || tree.region !== undefined;
  const changes: RunChanges = {
    ...Object.fromEntries(settings),
    ...('name' in run && { name: fields.name ?? null }),
    ...('notes' in run && { notes: fields.notes ?? null }),
    ...('tag_list' in run && { tags: [...new Set(fields.tag_list ?? [])] }),
    ...(fields.privacy && { privacy: fields.privacy }),
    ...(fields.engine && { engineRequested: fields.engine }),
    ...('fail_if' in run && { failIf: readThresholds(fields.fail_if, 'run[fail_if][]', problems) }),
    ...('abort_if' in run && { abortIf: readAbortRules(fields.abort_if, 'run[abort_if][]', problems) }),
    ...(fields.parameters && { parameters: fields.parameters }),
    ...(fields.secrets && {
      secrets: readSecrets(fields.secrets, 'run[secrets][]', problems, { allowsRemoval: true }),
    }),
    ...(fields.test?.trim() && { test: fields.test.trim() }),
    ...(fields.nodes !== undefined && { nodes: fields.nodes }),
    ...(fields.save && { isSaved: fields.save }),
    ...(hasGrids && { grids: readGrids(tree, run.grids, problems) }),
  };
  if (problems.length > 0) throw invalid(problems);
  return changes;
}
