import type { CodeResource, FiguresResource } from './resources/report.ts';

/** One response code in each of several runs. */
export interface ComparedCode {
  /** As shown: samples may have no code, or an unknown one of earlier versions. */
  name: string;
  class: CodeResource['class'];
  /** One per run: passed and failed samples with the code, and their percentage of all samples; null without data. */
  ofRuns: ({ passed: number; failed: number; percent: number } | null)[];
}

type Total = Pick<FiguresResource, 'passed' | 'failed' | 'codes'>;

/** Response codes of several runs, the most frequent first; none if all samples have the code 200, or all codes are unknown. */
export function compareCodes(totals: readonly Total[]): ComparedCode[] {
  const found = new Map<string | null, ComparedCode>();
  for (const { code, class: codeClass } of totals.flatMap(({ codes }) => codes ?? []))
    found.set(code, { name: nameOf(code), class: codeClass, ofRuns: [] });
  const known = [...found.keys()].filter((code) => code !== null);
  if (known.length === 0 || (known.length === 1 && known[0] === '200')) return [];
  for (const [code, row] of found) row.ofRuns = totals.map((total) => countOf(total, code));
  const most = ({ ofRuns }: ComparedCode) => Math.max(...ofRuns.map((each) => each?.percent ?? 0));
  return [...found.values()].sort(
    (one, other) => most(other) - most(one) || (one.name < other.name ? -1 : 1),
  );
}

/** Percentage points between two runs; null without data. */
export function codeChange({ ofRuns }: ComparedCode, from: number, to: number): number | null {
  const [before, after] = [ofRuns[from], ofRuns[to]];
  return before && after ? after.percent - before.percent : null;
}

function countOf({ passed, failed, codes }: Total, code: string | null): ComparedCode['ofRuns'][number] {
  const samples = passed + failed;
  if (codes === null || samples === 0) return null;
  const found = codes.find((each) => each.code === code) ?? { passed: 0, failed: 0 };
  return {
    passed: found.passed,
    failed: found.failed,
    percent: (100 * (found.passed + found.failed)) / samples,
  };
}

function nameOf(code: string | null): string {
  if (code === null) return 'unknown';
  return code === '' ? 'no code' : code;
}
