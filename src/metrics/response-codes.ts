import { overflowCode, overflowErrorMessage } from './caps.ts';
import { type ErrorStats, type LabelStats, usualCode } from './label-stats.ts';

/** Samples with one response code. */
export interface CodeCount {
  /** Empty if the tool reports none; null if unknown, from data of earlier versions. */
  code: string | null;
  passed: number;
  failed: number;
}

/** Response codes of all samples, most frequent first; the counts add up to the samples. */
export function responseCodes(stats: LabelStats): CodeCount[] {
  const counts = new Map<string | null, CodeCount>();
  for (const [code, count, isPassed] of eachCode(stats)) {
    const known = counts.get(code) ?? { code, passed: 0, failed: 0 };
    known[isPassed ? 'passed' : 'failed'] += count;
    counts.set(code, known);
  }
  return [...counts.values()].sort(byFrequency);
}

/** `other` has samples without a code, too. */
export type CodeClass = '2xx' | '3xx' | '4xx' | '5xx' | 'other' | 'unknown';

/** Samples by the class of their response code; the counts add up to the samples. */
export function samplesByCodeClass(stats: LabelStats): Record<CodeClass, number> {
  const counts = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, other: 0, unknown: 0 };
  for (const [code, count] of eachCode(stats)) counts[codeClassOf(code)] += count;
  return counts;
}

export function codeClassOf(code: string | null): CodeClass {
  if (code === null) return 'unknown';
  if (!/^[2-5]\d\d$/.test(code)) return 'other';
  return `${code[0] as '2' | '3' | '4' | '5'}xx`;
}

function* eachCode(stats: LabelStats): Generator<[code: string | null, count: number, isPassed: boolean]> {
  const { passed, passedCodes, unknownCodes, errors } = stats;
  let usual = passed - unknownCodes;
  for (const [code, count] of passedCodes) {
    yield [code, count, true];
    usual -= count;
  }
  if (usual > 0) yield [usualCode, usual, true];
  if (unknownCodes > 0) yield [null, unknownCodes, true];
  for (const error of errors.values()) yield [codeOf(error), error.count, false];
}

/** Errors beyond the limit of error texts have lost their code. */
function codeOf({ code, message }: ErrorStats): string {
  return code === '' && message === overflowErrorMessage ? overflowCode : code;
}

function byFrequency(one: CodeCount, other: CodeCount): number {
  const more = other.passed + other.failed - (one.passed + one.failed);
  return more || ((one.code ?? '') < (other.code ?? '') ? -1 : 1);
}
