import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { engines } from './engines.ts';
import { readNotTested } from './not-tested.ts';
import { isFullSuite } from './suite.ts';
import { testTitles } from './test-titles.ts';

/** What a run does not test, as npm test leaves variants to `npm run test:full`. */
export interface LeftOut {
  /** Whether at least one test of the file is left out. */
  isOf(file: string): boolean;
  /** One line per file, and one for all files of the full suite. */
  lines(): string[];
}

/** For tests in the condition `isFullSuite()`, or of each engine of `enginesOfSuite`. */
const mayLeaveOut = /isFullSuite|enginesOfSuite/;

export async function findLeftOut(
  files: readonly string[],
  { root, unstarted, notes }: { root: string; unstarted: readonly string[]; notes: string },
): Promise<LeftOut> {
  const ofFiles = new Map<string, string[]>();
  for (const file of files) {
    const source = isFullSuite() ? '' : readFileSync(file, 'utf8');
    const parts = mayLeaveOut.test(source) ? await partsOf(source) : [];
    if (parts.length > 0) ofFiles.set(file, parts);
  }
  const noted = () => Map.groupBy(readNotTested(notes), ({ file }) => file);
  return {
    isOf: (file) => ofFiles.has(file) || noted().has(file),
    lines() {
      const byFile = noted();
      const all = files.flatMap((file) => {
        const whats = new Set((byFile.get(file) ?? []).map(({ what }) => what));
        const parts = [...(ofFiles.get(file) ?? []), ...whats];
        return parts.length > 0 ? [`${relative(root, file)}: ${parts.join('; ')}`] : [];
      });
      if (unstarted.length === 0) return all;
      const names = unstarted.map((file) => relative(root, file).replace('.full.test.ts', ''));
      return [`${names.length} files *.full.test.ts: ${names.join(', ')}`, ...all];
    },
  };
}

async function partsOf(source: string): Promise<string[]> {
  const { fullSuite, ofEngines } = await testTitles(source, { engines, enginesOfSuite: ['spate'] });
  const tests = ofEngines.length === 1 ? '1 test' : `${ofEngines.length} tests`;
  return [...fullSuite, ...(ofEngines.length > 0 ? [`${tests} on Apache JMeter`] : [])];
}
