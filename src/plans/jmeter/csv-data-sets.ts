import type { ContainedElement, PlanContents } from '../../jmx/plan-contents.ts';
import { uploadOf } from '../data-files.ts';
import type { NameResolver } from './constant-names.ts';
import { findNamedFile } from './find-named-file.ts';

const isCsvDataSet = ({ kind, isEnabled }: ContainedElement) =>
  isEnabled && /(?:^|\.)(?:CSVDataSet|RandomCSVDataSetConfig)$/.test(kind);

/**
 * Whether the CSV Data Sets of a plan treat the first line of a file as a header: it names the variables, or is
 * ignored. Undefined if none reads the file, or if they differ.
 */
export function csvHeader(
  fileName: string,
  parts: readonly PlanContents[],
  fileNames: readonly string[],
  resolve: NameResolver,
): boolean | undefined {
  const found = new Set<boolean>();
  for (const { value } of dataSetsOf(fileName, parts, fileNames, resolve))
    found.add(value('variableNames').trim() === '' || value('ignoreFirstLine').trim() === 'true');
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

/**
 * Why the CSV Data Sets of a plan would use a leased row more than once, or never read the file; undefined if rows
 * can be leased.
 */
export function leaseProblem(
  fileName: string,
  parts: readonly PlanContents[],
  fileNames: readonly string[],
  resolve: NameResolver,
): string | undefined {
  const sets = dataSetsOf(fileName, parts, fileNames, resolve);
  if (sets.length === 0) return 'no CSV Data Set reads it';
  for (const { element, value } of sets) {
    if (!/(?:^|\.)CSVDataSet$/.test(element.kind)) return `"${element.title}" reads it in random order`;
    if (value('recycle').trim().toLowerCase() !== 'false')
      return `"${element.title}" repeats it. Set "Recycle on EOF" to False`;
    if (!['', 'shareMode.all', 'All threads'].includes(value('shareMode').trim()))
      return `"${element.title}" reads it once per thread or group. Set "Sharing mode" to All threads`;
  }
  return undefined;
}

/** CSV Data Sets that read a file, with their properties. */
function dataSetsOf(
  fileName: string,
  parts: readonly PlanContents[],
  fileNames: readonly string[],
  resolve: NameResolver,
): { element: ContainedElement; value(name: string): string }[] {
  return parts
    .flatMap(({ elements }) => elements.filter(isCsvDataSet))
    .map((element) => ({
      element,
      value: (name: string) => element.texts.find((text) => text.name === name)?.value ?? '',
    }))
    .filter(({ value }) => {
      const named = { path: value('filename'), property: 'filename', use: 'csv' } as const;
      return uploadOf(findNamedFile(named, fileNames, resolve)) === fileName;
    });
}
