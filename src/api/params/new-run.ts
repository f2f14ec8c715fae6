import type { ErrorDetail } from '../../domain/errors.ts';
import { settingsFromInput } from '../../domain/run-settings.ts';
import { readSecrets } from '../../domain/secret.ts';
import { parseToolName } from '../../domain/tool.ts';
import { parseMoney } from '../../lib/money.ts';
import type { GridChoice, NewRun, RepeatWhere, StagedFile } from '../../runs/runs.ts';
import { toolToOurs } from '../aliases.ts';
import { existingGridSchema } from '../schemas/new-grid.ts';
import { estimateFieldsSchema, newRunSchema, whereSchema } from '../schemas/new-run.ts';
import { listOf, readFields } from './fields.ts';
import { refuseDuplicateNames } from './file-name.ts';
import { invalid, readGridSpec } from './grid-spec.ts';
import { isTree, type ParamTree, type ParamValue } from './nested.ts';
import { readAbortRules, readThresholds } from './thresholds.ts';

/** Input of POST /runs. Throws an error with all problems. */
export function readNewRun(
  tree: ParamTree,
  files: StagedFile[],
): { input: NewRun; usesOriginalNames: boolean } {
  const problems: ErrorDetail[] = [];
  const toolName = toolToOurs(toolOf(tree));
  const run: ParamTree = { ...(isTree(tree.run) ? tree.run : {}), tool: toolName.name };
  const fields = readFields(newRunSchema, run, 'run', problems);
  const tool = parseToolName(fields.tool?.trim() ?? '');
  const failIf = readThresholds(fields.fail_if, 'run[fail_if][]', problems);
  const abortIf = readAbortRules(fields.abort_if, 'run[abort_if][]', problems);
  const secrets = readSecrets(fields.secrets ?? [], 'run[secrets][]', problems);
  const grids = readGrids(tree, run.grids, problems);
  if (files.length === 0) {
    const message =
      "run_files is required: the plan and its data files. With curl: -F 'run_files[]=@plan.jmx'.";
    problems.push({ code: 'required', message, field: 'run_files' });
  }
  if (problems.length > 0 || tool === undefined) throw invalid(problems);
  refuseDuplicateNames(files);
  const input = { ...newRunOf(fields, tool, grids, files), failIf, abortIf, secrets };
  return { input, usesOriginalNames: toolName.isOriginal };
}

/** Input of POST /runs/estimate. */
export function readEstimate(tree: ParamTree): Pick<NewRun, 'grids' | 'durationS'> {
  const problems: ErrorDetail[] = [];
  const run = isTree(tree.run) ? tree.run : {};
  const { duration } = readFields(estimateFieldsSchema, run, 'run', problems);
  const grids = readGrids(tree, run.grids, problems);
  if (problems.length > 0) throw invalid(problems);
  return { grids, durationS: duration ?? null };
}

/** `?region=` and `?grid=` of repeat and webhook. */
export function readWhere(tree: ParamTree): RepeatWhere {
  const problems: ErrorDetail[] = [];
  const { grid, region } = readFields(whereSchema, tree, '', problems);
  if (problems.length > 0) throw invalid(problems);
  return { ...(grid ? { gridId: grid.trim() } : {}), ...(region ? { region: region.trim() } : {}) };
}

function toolOf(tree: ParamTree): string {
  const tool = isTree(tree.run) ? tree.run.tool : undefined;
  return typeof tool === 'string' ? tool.trim() : '';
}

function newRunOf(
  fields: Partial<ReturnType<typeof readFields<typeof newRunSchema>>>,
  tool: NewRun['tool'],
  grids: GridChoice[],
  files: StagedFile[],
): Omit<NewRun, 'failIf' | 'abortIf' | 'secrets'> {
  return {
    tool,
    toolRequested: fields.tool ?? tool,
    engineRequested: fields.engine ?? 'auto',
    name: fields.name ?? null,
    notes: fields.notes ?? null,
    project: fields.project?.trim() ?? null,
    test: fields.test?.trim() ?? null,
    tags: [...new Set(fields.tag_list ?? [])],
    privacy: fields.privacy_flag ?? fields.privacy ?? 'private',
    ...settingsFromInput(fields),
    maxCost: fields.max_cost === undefined ? null : (parseMoney(fields.max_cost) ?? null),
    isWebhookOn: fields.webhook ?? false,
    grids,
    files,
  };
}

/** `run[grids]`, else `grid` or `region` next to it, else the shared grid. */
export function readGrids(
  tree: ParamTree,
  value: ParamValue | undefined,
  problems: ErrorDetail[],
): GridChoice[] {
  const grids = listOf(value).flatMap((item, index) => readGrid(item, `run[grids][${index}]`, problems));
  if (grids.length > 0 || listOf(value).length > 0) return withoutRepeats(grids);
  const where = readFields(whereSchema, tree, '', problems);
  if (where.grid) return [{ kind: 'existing', gridId: where.grid.trim() }];
  return where.region ? [{ kind: 'region', region: where.region.trim() }] : [{ kind: 'shared' }];
}

/** Removes duplicate grid ids. */
function withoutRepeats(grids: GridChoice[]): GridChoice[] {
  const seen = new Set<string>();
  return grids.filter((grid) => {
    if (grid.kind !== 'existing') return true;
    const isNew = !seen.has(grid.gridId);
    seen.add(grid.gridId);
    return isNew;
  });
}

function readGrid(item: ParamValue, prefix: string, problems: ErrorDetail[]): GridChoice[] {
  const tree: ParamTree | undefined =
    typeof item === 'string' ? { uuid: item } : isTree(item) ? item : undefined;
  if (typeof tree?.uuid === 'string' && tree.uuid.trim() !== '') {
    const { uuid } = readFields(existingGridSchema, tree, prefix, problems);
    const existing: GridChoice[] = uuid === undefined ? [] : [{ kind: 'existing', gridId: uuid.trim() }];
    // In a form, a specification and a reference may be merged into one element.
    const { uuid: _uuid, ...rest } = tree;
    const isWholeSpec = ['region', 'infrastructure', 'stop_after'].every((key) => key in rest);
    return isWholeSpec ? [...existing, ...readGrid(rest, prefix, problems)] : existing;
  }
  const spec = readGridSpec(tree, prefix, problems);
  return spec ? [{ kind: 'new', spec }] : [];
}
