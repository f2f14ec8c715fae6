import { AppError, type ErrorDetail } from '../../domain/errors.ts';
import type { CloudFields, GridSpec } from '../../domain/grid.ts';
import { newGridSchema } from '../schemas/new-grid.ts';
import { readFields } from './fields.ts';
import { isTree, type ParamTree } from './nested.ts';

const defaultQuantity = 1;
const defaultType = 'local';

/** `grid[...]` of POST /grids. */
export function readNewGrid(tree: ParamTree): GridSpec {
  const problems: ErrorDetail[] = [];
  const spec = readGridSpec(isTree(tree.grid) ? tree.grid : undefined, 'grid', problems);
  if (!spec) throw invalid(problems);
  return spec;
}

/** Undefined if problems were added. */
export function readGridSpec(
  tree: ParamTree | undefined,
  prefix: string,
  problems: ErrorDetail[],
): GridSpec | undefined {
  const found: ErrorDetail[] = [];
  const fields = readFields(newGridSchema, tree, prefix, found);
  problems.push(...found);
  const { region, infrastructure, stop_after: stopAfterMin } = fields;
  if (
    found.length > 0 ||
    region === undefined ||
    infrastructure === undefined ||
    stopAfterMin === undefined
  ) {
    return undefined;
  }
  return {
    region: region.trim(),
    infrastructure,
    stopAfterMin,
    instanceQuantity: fields.instance_quantity ?? defaultQuantity,
    instanceType: fields.instance_type?.trim() ?? defaultType,
    credentialId: fields.credential_id ?? fields.account_credential_id ?? null,
    cloud: cloudFieldsOf(fields),
  };
}

export function invalid(problems: ErrorDetail[]): AppError {
  const first = problems[0]?.message ?? 'A parameter is missing or not allowed.';
  const more = problems.length > 1 ? ` (${problems.length - 1} more in details)` : '';
  return new AppError('invalid', first + more, problems);
}

function cloudFieldsOf(fields: Partial<Record<keyof CloudFields, string>>): CloudFields {
  const names: (keyof CloudFields)[] = [
    'aws_platform',
    'aws_tags',
    'aws_availability_zone',
    'aws_spot_price',
    'azure_tenant_id',
    'azure_tags',
    'azure_spot_price',
    'azure_subnet_id',
    'aws_arn',
    'aws_vpc_identifier',
    'aws_vpc_subnet_public',
    'aws_vpc_subnet_private',
    'aws_vpc_security_groups',
  ];
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name].trim()]] : [])));
}
