import type { JmxDataFile, PlanContents } from '../../jmx/plan-contents.ts';
import { baseName, type PlanFile } from '../plan-file.ts';
import type { NameResolver } from './constant-names.ts';
import { findNamedFile } from './find-named-file.ts';
import type { PlanPart } from './plan-parts.ts';

const maxSentences = 1_000;

/** Reports files that a plan names: uploaded under another name, or missing. */
export function checkDataFiles(
  part: PlanPart,
  files: readonly PlanFile[],
  resolve: NameResolver,
  problems: string[],
  warnings: string[],
): void {
  const names = files.map((file) => file.name);
  for (const file of part.contents.dataFiles) {
    // Each search reads the whole plan, so the number of warnings is limited.
    if (problems.length + warnings.length > maxSentences) return;
    const found = findNamedFile(file, names, resolve);
    if (found.kind === 'elsewhere') {
      warnings.push(
        `"${file.element}" in ${part.name} names ${file.path}; the uploaded ${found.to} is used.`,
      );
    } else if (found.kind === 'missing') {
      const sentence = `"${file.element}" in ${part.name} needs the ${describe(file)} ${file.path}, which was not uploaded.`;
      if (file.use === 'other') {
        warnings.push(sentence);
      } else if (mayAppear(part.contents, file)) {
        warnings.push(`${sentence} The plan seems to create it.`);
      } else {
        problems.push(sentence);
      }
    }
  }
}

/** A plan may create a file before it reads it, so the file cannot be reported as missing before the run. */
function mayAppear({ mayMakeFiles, otherText }: PlanContents, file: JmxDataFile): boolean {
  return mayMakeFiles || otherText.includes(baseName(file.path));
}

function describe(file: JmxDataFile): string {
  switch (file.use) {
    case 'csv':
      return 'data file';
    case 'include':
      return 'test fragment';
    case 'upload':
      return 'file to send';
    case 'other':
      return 'file';
  }
}
