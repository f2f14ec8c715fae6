/** Whether a file is known by its name to have one row per line. */
export function isRowFileName(name: string): boolean {
  return /\.(?:csv|tsv|ssv|psv|txt|dat|jsonl|ndjson)$/i.test(name);
}

/** How nodes get the rows of a data file. */
export const rowModes = ['copy', 'split', 'lease'] as const;
export type RowMode = (typeof rowModes)[number];

/** The choice for one data file, an entry of the setting data_files such as `users.csv=split:no-header`. */
export interface RowChoice {
  file: string;
  mode: RowMode;
  /** Undefined: the plan decides. */
  hasHeader: boolean | undefined;
}

/** Entries of the setting data_files; those that the service would reject are skipped. */
export function readRowChoices(text: string): RowChoice[] {
  return text.split(/[,\n]/).flatMap((entry) => {
    const at = entry.lastIndexOf('=');
    const [mode, header] = entry
      .slice(at + 1)
      .trim()
      .toLowerCase()
      .split(':');
    const known = rowModes.find((each) => each === mode);
    const file = entry.slice(0, Math.max(at, 0)).trim();
    if (file === '' || known === undefined) return [];
    const hasHeader = header === undefined ? undefined : header === 'header';
    return [{ file, mode: known, hasHeader }];
  });
}

/** The setting with another choice for one file. The default, copy, has no entry. */
export function withRowChoice(text: string, choice: RowChoice): string {
  const others = readRowChoices(text).filter(({ file }) => file !== choice.file);
  return [...others, choice]
    .filter(({ mode }) => mode !== 'copy')
    .map(({ file, mode, hasHeader }) => `${file}=${mode}${headerSuffix(hasHeader)}`)
    .join(', ');
}

function headerSuffix(hasHeader: boolean | undefined): string {
  if (hasHeader === undefined) return '';
  return hasHeader ? ':header' : ':no-header';
}
