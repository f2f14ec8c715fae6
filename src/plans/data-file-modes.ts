import { AppError, type ErrorDetail } from '../domain/errors.ts';
import { isArchiveName } from './archive-name.ts';
import type { OverrideParameters } from './override-parameters.ts';
import type { PlanFile } from './plan-file.ts';
import type { PlanReader } from './plan-reader.ts';

/** A data file of which each node gets its own rows. */
interface SplitFile {
  name: string;
  /** Whether the first line is not a row, and every node gets it; undefined: the plan decides. */
  hasHeader: boolean | undefined;
}

const field = 'run[data_files]';
const modes: Readonly<Record<string, Omit<SplitFile, 'name'> | undefined>> = {
  copy: undefined,
  split: { hasHeader: undefined },
  'split:header': { hasHeader: true },
  'split:no-header': { hasHeader: false },
};
/** Formats without one row per line. */
const rowless = /\.(?:json|jsonl?\.gz|xml|xlsx?|ods|parquet|gz|jmx|jar|js|ts|java|scala)$/i;

/** Reads `users.csv=split, cards.csv=copy`. Throws `invalid`, naming every bad entry. */
export function parseDataFiles(text: string | null | undefined): SplitFile[] {
  const details: ErrorDetail[] = [];
  const found = new Map<string, SplitFile | undefined>();
  for (const entry of entriesOf(text)) {
    const at = entry.lastIndexOf('=');
    const [name, mode] = [
      entry.slice(0, Math.max(at, 0)).trim(),
      entry
        .slice(at + 1)
        .trim()
        .toLowerCase(),
    ];
    if (name === '' || !Object.hasOwn(modes, mode)) {
      const allowed = Object.keys(modes).join(', ');
      details.push(detail(`"${entry}" is not a file name and one of ${allowed}, such as users.csv=split`));
    } else if (found.has(name)) details.push(detail(`${name} is named more than once`));
    else found.set(name, modes[mode] && { name, ...modes[mode] });
  }
  if (details.length > 0) throw invalid(details);
  return [...found.values()].filter((each) => each !== undefined);
}

/** The files to split, each with its header decided. Throws `invalid` for files that cannot be split. */
export function splitFilesOf(
  input: { dataFiles?: string | null | undefined; files: readonly PlanFile[] },
  reader: PlanReader,
  planName: string,
  parameters: OverrideParameters,
): (SplitFile & { hasHeader: boolean })[] {
  const details: ErrorDetail[] = [];
  const decided = parseDataFiles(input.dataFiles).map((file) => {
    const { name } = file;
    const problem = problemOf(name, input.files);
    if (problem !== undefined) details.push(detail(problem));
    const hasHeader = file.hasHeader ?? reader.hasHeader?.(name, planName, input.files, parameters);
    if (hasHeader === undefined && problem === undefined)
      details.push(
        detail(
          `it is unknown whether the first line of ${name} is a header: use ${name}=split:header or ${name}=split:no-header`,
        ),
      );
    return { name, hasHeader: hasHeader ?? false };
  });
  if (details.length > 0) throw invalid(details);
  return decided;
}

function problemOf(name: string, files: readonly PlanFile[]): string | undefined {
  if (isArchiveName(name) || rowless.test(name))
    return `${name} cannot be split: only files with one row per line can`;
  if (files.some((file) => file.name === name)) return undefined;
  const others = files.map((file) => file.name).slice(0, 20);
  return `${name} was not uploaded (uploaded files: ${others.join(', ')})`;
}

function entriesOf(text: string | null | undefined): string[] {
  return (text ?? '')
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

const detail = (message: string): ErrorDetail => ({ code: 'invalid', field, message });

function invalid(details: ErrorDetail[]): AppError {
  const problems = details.map(({ message }) => message).join('; ');
  return new AppError('invalid', `${field} is not valid: ${problems}.`, details);
}
