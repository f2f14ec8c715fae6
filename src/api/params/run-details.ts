import type { ErrorDetail } from '../../domain/errors.ts';
import type { RunDetails } from '../../domain/run.ts';
import { runDetailsSchema } from '../schemas/new-run.ts';
import { readFields } from './fields.ts';
import { invalid } from './grid-spec.ts';
import { isTree, type ParamTree } from './nested.ts';

/** Input of PATCH /runs/:id: absent fields stay unchanged, an empty string removes the value. */
export function readRunDetails(tree: ParamTree): RunDetails {
  const run = isTree(tree.run) ? tree.run : {};
  const problems: ErrorDetail[] = [];
  const fields = readFields(runDetailsSchema, run, 'run', problems);
  const details: RunDetails = {
    ...('name' in run && { name: fields.name ?? null }),
    ...('notes' in run && { notes: fields.notes ?? null }),
    ...('tag_list' in run && { tags: [...new Set(fields.tag_list ?? [])] }),
  };
  if (Object.keys(details).length === 0) {
    const message = 'No changes given. Send run[name], run[notes] or run[tag_list].';
    problems.push({ code: 'required', message, field: 'run' });
  }
  if (problems.length > 0) throw invalid(problems);
  return details;
}
