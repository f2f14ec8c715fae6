/** A problem explains a failure; a warning concerns the figures of a successful run. */
export type ReportKind = 'problem' | 'warning';

/** Prints one line to standard output, for the adapter. */
export function reportLine(kind: ReportKind, text: string): void {
  console.log(`${kind}: ${text.replaceAll('\n', '\\n')}`);
}

/** Texts of the lines of one kind in the standard output of a runner, without duplicates. */
export function reportedLines(kind: ReportKind, output: string): string[] {
  const mark = `${kind}: `;
  const texts = output
    .split('\n')
    .filter((line) => line.startsWith(mark))
    .map((line) => line.slice(mark.length).replaceAll('\\n', '\n'));
  return [...new Set(texts)];
}
