import {
  type InspectionResource,
  inspectionSchema,
  type RowFileResource,
} from '../../contract/resources/inspection.ts';
import { numberSettings } from '../../contract/run-settings.ts';
import type { ErrorDetail } from '../../domain/errors.ts';
import { settingsFromInput } from '../../domain/run-settings.ts';
import { parseToolName } from '../../domain/tool.ts';
import { parseOverrideParameters, valueOfParameter } from '../../plans/override-parameters.ts';
import type { RowFile } from '../../plans/row-files.ts';
import type { Inspection } from '../../runs/runs.ts';
import { toolToOurs } from '../aliases.ts';
import type { Exchange } from '../exchange.ts';
import { readFields } from '../params/fields.ts';
import { refuseDuplicateNames } from '../params/file-name.ts';
import { invalid } from '../params/grid-spec.ts';
import { isTree, type ParamTree } from '../params/nested.ts';
import { type Answer, ok, type Route } from '../route.ts';
import { inspectionFieldsSchema } from '../schemas/inspection.ts';

const maxFiles = 1_000;

export const inspectionRoutes: Route[] = [
  {
    method: 'POST',
    path: '/runs/inspect',
    summary: 'Inspect files without creating a run; nothing is stored',
    changesState: true,
    isLook: true,
    body: { root: 'run', fields: inspectionFieldsSchema, hasFiles: true },
    success: { status: 200, schema: inspectionSchema },
    handle: inspect,
  },
];

async function inspect(exchange: Exchange): Promise<Answer> {
  return exchange.lookAtUploads(['run', 'run_files'], async (tree, files) => {
    const problems: ErrorDetail[] = [];
    const run: ParamTree = { ...(isTree(tree.run) ? tree.run : {}) };
    if (typeof run.tool === 'string') run.tool = toolToOurs(run.tool.trim()).name;
    const fields = readFields(inspectionFieldsSchema, run, 'run', problems);
    if (files.length === 0) {
      const message =
        "run_files is required: the plan and its data files. With curl: -F 'run_files[]=@plan.jmx'.";
      problems.push({ code: 'required', message, field: 'run_files' });
    }
    if (problems.length > 0) throw invalid(problems);
    refuseDuplicateNames(files);
    const inspection = await exchange.deps.runs.inspect({
      tool: fields.tool === undefined ? undefined : parseToolName(fields.tool.trim()),
      files,
      ...settingsFromInput(fields),
    });
    const parameters = parseOverrideParameters(fields.override_parameters);
    const isSet = (name: string) =>
      valueOfParameter(parameters, name, inspection.tool) !== undefined ||
      parameters.systemProperties.has(name) ||
      (name in numberSettings && name in fields);
    return ok(inspectionResource(inspection, isSet));
  });
}

export function rowFileResource({ file, hasHeader, leaseProblem }: RowFile): RowFileResource {
  return { file, has_header: hasHeader, lease_problem: leaseProblem };
}

function inspectionResource(inspection: Inspection, isSet: (name: string) => boolean): InspectionResource {
  const { decision } = inspection;
  return {
    tool: inspection.tool,
    plan: inspection.planName,
    can_run: inspection.problems.length === 0,
    problems: inspection.problems,
    warnings: inspection.warnings,
    engine: decision?.engine ?? null,
    engine_reasons: (decision?.reasons ?? []).map(({ element, place, reason }) => ({
      element,
      place,
      reason,
    })),
    thread_groups: inspection.threadGroups.map(({ isEnabled, ...group }) => ({
      ...group,
      is_enabled: isEnabled,
    })),
    labels: inspection.labels.slice(0, 500),
    variables: inspection.variables,
    parameters: inspection.parameters.map((parameter) => ({
      ...parameter,
      is_set: isSet(parameter.name),
    })),
    data_files: inspection.dataFiles,
    row_files: inspection.rowFiles.map(rowFileResource),
    plugins: inspection.plugins,
    files: inspection.fileNames.slice(0, maxFiles),
  };
}
