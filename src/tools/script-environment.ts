import { hostname } from 'node:os';
import type { ExecutionSpec } from '../domain/execution.ts';
import type { SandboxPaths } from './sandbox/sandbox.ts';

/**
 * The complete environment of a script, the same for every tool: a small base, the variables that old scripts read, and
 * those of the uploaded `environment` file.
 */
export function scriptEnvironment(
  spec: ExecutionSpec,
  paths: SandboxPaths,
  uploaded: ReadonlyMap<string, string>,
): Map<string, string> {
  const { numbers } = spec;
  return new Map<string, string>([
    ['PATH', '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'],
    ['HOME', `${paths.tool}/home`],
    ['LANG', 'C.UTF-8'],
    ['HOSTNAME', hostname()],
    ['FLOOD_GRID_REGION', spec.region],
    // Misspelled in the original service, and read by scripts under this name.
    ['FLOOD_GRID_SQEUENCE_ID', String(numbers.grid)],
    ['FLOOD_GRID_SEQUENCE_ID', String(numbers.grid)],
    ['FLOOD_GRID_NODE_SEQUENCE_ID', String(numbers.node)],
    ['FLOOD_GRID_INDEX', String(spec.gridIndex)],
    ['FLOOD_NODE_INDEX', String(spec.nodeIndex)],
    ['FLOOD_SEQUENCE_ID', String(numbers.run)],
    ['FLOOD_PROJECT_ID', String(numbers.project)],
    ['FLOOD_ACCOUNT_ID', String(numbers.account)],
    ['FLOOD_DATA_ROOT', paths.files.replace(/\/files$/, '')],
    ['FLOOD_FILES_PATH', paths.files],
    ['FLOOD_RESULTS_PATH', paths.results],
    ['FLOOD_OBJECTS_PATH', paths.results],
    ['FLOOD_TRACES_PATH', paths.results],
    ...(spec.durationS === null ? [] : [['FLOOD_TEST_DURATION', String(spec.durationS)] as const]),
    ['THREAD_ID', '0'],
    ...uploaded,
  ]);
}
