import { AppError, type ErrorDetail } from '../domain/errors.ts';
import { isArchiveName } from './archive-name.ts';
import type { OverrideParameters } from './override-parameters.ts';
import type { PlanFile } from './plan-file.ts';
import type { PlanReader } from './plan-reader.ts';

/** A data file whose rows the nodes share. */
interface SharedDataFile {
  name: string;
  /** split: each node gets its part at the start. lease: nodes fetch rows as they use them. */
  mode: 'split' | 'lease';
  /** Whether the first line is a header that every node gets; undefined: the plan decides. */
  hasHeader: boolean | undefined;
}

const field = 'run[data_files]';
const modes: Readonly<Record<string, Omit<SharedDataFile, 'name'> | undefined>> = {
  copy: undefined,
  split: { mode: 'split', hasHeader: undefined },
  'split:header': { mode: 'split', hasHeader: true },
  'split:no-header': { mode: 'split', hasHeader: false },
  lease: { mode: 'lease', hasHeader: undefined },
  'lease:header': { mode: 'lease', hasHeader: true },
  'lease:no-header': { mode: 'lease', hasHeader: false },
};
/** Formats without one row per line. */
const rowless = /\.(?:json|jsonl?\.gz|xml|xlsx?|ods|parquet|gz|jmx|jar|js|ts|java|scala)$/i;

/** Reads `users.csv=split, cards.csv=copy`. Throws `invalid`, naming every bad entry. */
export function parseDataFiles(text: string | null | undefined): SharedDataFile[] {
  const details: ErrorDetail[] = [];
  const found = new Map<string, SharedDataFile | undefined>();
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

/**
 * The files whose rows are shared, each with its header resolved. Throws `invalid` for files whose rows cannot be
 * shared.
 */
export function dataFilesOf(
  input: { dataFiles?: string | null | undefined; files: readonly PlanFile[] },
  reader: PlanReader,
  planName: string,
  parameters: OverrideParameters,
): (SharedDataFile & { hasHeader: boolean })[] {
  const details: ErrorDetail[] = [];
  const decided = parseDataFiles(input.dataFiles).map((file) => {
    const { name, mode } = file;
    const problem =
      problemOf(file, input.files) ??
      (mode === 'lease' ? leaseSentence(name, input.files, reader, planName, parameters) : undefined);
    if (problem !== undefined) details.push(detail(problem));
    const hasHeader = file.hasHeader ?? reader.hasHeader?.(name, planName, input.files, parameters);
    if (hasHeader === undefined && problem === undefined)
      details.push(
        detail(
          `it is unknown whether the first line of ${name} is a header: use ${name}=${mode}:header or ${name}=${mode}:no-header`,
        ),
      );
    return { name, mode, hasHeader: hasHeader ?? false };
  });
  if (details.length > 0) throw invalid(details);
  return decided;
}

/** Whether a file of this name may have one row per line. */
export function hasRows(name: string): boolean {
  return !isArchiveName(name) && !rowless.test(name);
}

/** Why the rows of a file cannot be leased, as the end of a sentence; undefined if they can. */
export function leaseProblemOf(
  name: string,
  files: readonly PlanFile[],
  reader: PlanReader,
  planName: string,
  parameters: OverrideParameters,
): string | undefined {
  if (reader.leaseProblem) return reader.leaseProblem(name, planName, files, parameters);
  return 'Java Selenium scripts read whole files';
}

function leaseSentence(
  name: string,
  ...where: [readonly PlanFile[], PlanReader, string, OverrideParameters]
): string | undefined {
  const problem = leaseProblemOf(name, ...where);
  return problem && `${name} cannot be leased: ${problem}. It can be split: ${name}=split`;
}

function problemOf({ name, mode }: SharedDataFile, files: readonly PlanFile[]): string | undefined {
  if (!hasRows(name))
    return `${name} cannot be ${mode === 'split' ? 'split' : 'leased'}: only files with one row per line can`;
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
