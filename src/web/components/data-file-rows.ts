import type { RowFileResource } from '../../contract/resources/inspection.ts';
import { type RowChoice, readRowChoices } from '../../contract/row-files.ts';

/** A data file; only its name is known until the service has inspected it. */
export type KnownRowFile = Pick<RowFileResource, 'file'> & Partial<RowFileResource>;

export interface DataFileRow {
  choice: RowChoice;
  known: KnownRowFile;
  /** Why the service would reject the choice. */
  problem: string | undefined;
}

/** One row per data file, also for entries of the setting without an uploaded file. */
export function dataFileRows(text: string, files: readonly KnownRowFile[]): DataFileRow[] {
  const choices = readRowChoices(text);
  const others = choices
    .filter(({ file }) => files.every((known) => known.file !== file))
    .map(({ file }) => ({ file }));
  return [...files, ...others].map((known) => {
    const choice = choices.find(({ file }) => file === known.file) ?? {
      file: known.file,
      mode: 'copy',
      hasHeader: undefined,
    };
    return { choice, known, problem: problemOf(choice, known) };
  });
}

/** Whether the form offers the header choice: the plan does not determine it, or the setting has it already. */
export function asksForHeader({ choice, known }: DataFileRow): boolean {
  return choice.mode !== 'copy' && (choice.hasHeader !== undefined || known.has_header === null);
}

/** Whether an error of the setting names this file. */
export function isAbout(message: string, file: string): boolean {
  return message.startsWith(`${file} `) || message.includes(` of ${file} `);
}

function problemOf({ mode, hasHeader }: RowChoice, known: KnownRowFile): string | undefined {
  if (mode === 'lease' && known.lease_problem) return `Cannot be leased: ${known.lease_problem}.`;
  const isHeaderUnknown = mode !== 'copy' && hasHeader === undefined && known.has_header === null;
  return isHeaderUnknown ? 'Select whether the first line is a header: the plan does not say.' : undefined;
}
