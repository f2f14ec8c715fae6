import type { ContainedElement, PlanContents } from '../../jmx/plan-contents.ts';
import { uploadOf } from '../data-files.ts';
import type { NameResolver } from './constant-names.ts';
import { findNamedFile } from './find-named-file.ts';

const isCsvDataSet = ({ kind, isEnabled }: ContainedElement) =>
  isEnabled && /(?:^|\.)(?:CSVDataSet|RandomCSVDataSetConfig)$/.test(kind);

/**
 * Whether the CSV Data Sets of a plan take the first line of a file for a header: it names the variables, or is ignored.
 * Undefined if none reads the file, or if they differ.
 */
export function csvHeader(
  fileName: string,
  parts: readonly PlanContents[],
  fileNames: readonly string[],
  resolve: NameResolver,
): boolean | undefined {
  const found = new Set<boolean>();
  for (const { texts } of parts.flatMap(({ elements }) => elements.filter(isCsvDataSet))) {
    const value = (name: string) => texts.find((text) => text.name === name)?.value ?? '';
    const file = findNamedFile(
      { path: value('filename'), property: 'filename', use: 'csv' },
      fileNames,
      resolve,
    );
    if (uploadOf(file) !== fileName) continue;
    found.add(value('variableNames').trim() === '' || value('ignoreFirstLine').trim() === 'true');
  }
  const [only] = found;
  return found.size === 1 ? only : undefined;
}
