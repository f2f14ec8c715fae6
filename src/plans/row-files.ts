import { isRowFileName } from '../contract/row-files.ts';
import { hasRows, leaseProblemOf } from './data-file-modes.ts';
import type { OverrideParameters } from './override-parameters.ts';
import type { DescribedDataFile } from './plan-description.ts';
import type { PlanFile } from './plan-file.ts';
import type { PlanReader } from './plan-reader.ts';

/** An uploaded file whose rows the nodes of a run can share. */
export interface RowFile {
  file: string;
  /** Whether the plan treats the first line as a header; null: unknown. */
  hasHeader: boolean | null;
  /** Why its rows cannot be leased; null if they can. */
  leaseProblem: string | null;
}

/** Each file requires another pass over the plan. */
const maxFiles = 20;

/** Data files with one row per line: those that the plan reads first, then others by name. */
export function rowFilesOf(
  files: readonly PlanFile[],
  named: readonly DescribedDataFile[],
  reader: PlanReader,
  planName: string,
  parameters: OverrideParameters,
): RowFile[] {
  const read = named.flatMap(({ use, file }) => (use === 'csv' && file !== null ? [file] : []));
  const sent = new Set(named.flatMap(({ use, file }) => (use === 'upload' && file !== null ? [file] : [])));
  const others = files.map(({ name }) => name).filter((name) => isRowFileName(name) && !sent.has(name));
  return [...new Set([...read, ...others])]
    .filter((name) => name !== planName && hasRows(name))
    .slice(0, maxFiles)
    .map((file) => ({
      file,
      hasHeader: reader.hasHeader?.(file, planName, files, parameters) ?? null,
      leaseProblem: leaseProblemOf(file, files, reader, planName, parameters) ?? null,
    }));
}
