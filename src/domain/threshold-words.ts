import { bytes, significant, timeFigure } from '../lib/figures.ts';
import { AppError } from './errors.ts';
import type { SampleKind } from './sample-kind.ts';
import {
  parseThreshold,
  type Threshold,
  type ThresholdMetric,
  type ThresholdOperator,
  type ThresholdResult,
} from './threshold.ts';

/** Expressions define failure; texts show the requirement, its negation. */
const opposites: Record<ThresholdOperator, string> = { '>': '≤', '>=': '<', '<': '≥', '<=': '>' };

/** The requirement: `p95 ≤ 2 s`, `errors of "Checkout" ≤ 1 %`. */
export function requirementOf({ label, metric, operator, limitText }: Threshold): string {
  const of = label === null ? '' : ` of ${JSON.stringify(label)}`;
  return `${nameOf(metric)}${of} ${opposites[operator]} ${limitText}`;
}

/** A threshold with its actual value, or the reason for a missing one: `p95 ≤ 2 s (720 ms)`. */
export function thresholdResult(
  threshold: Threshold,
  found: Pick<ThresholdResult, 'passed' | 'actual'> & { reason?: string },
): ThresholdResult {
  const { passed, actual, reason } = found;
  const requirement = requirementOf(threshold);
  const what = actual === null ? (reason ?? 'no samples') : figureText(threshold, actual);
  return { expression: threshold.expression, requirement, passed, actual, text: `${requirement} (${what})` };
}

/** A threshold that could not be evaluated. */
export function unjudged(expression: string, reason: string): ThresholdResult {
  const requirement = requirementOrExpression(expression);
  return { expression, requirement, passed: null, actual: null, text: `${requirement} (${reason})` };
}

/** A threshold of an unfinished run. */
export function notYetJudged(expression: string): ThresholdResult {
  return unjudged(expression, 'evaluated when the run has finished');
}

/** Converts results of earlier versions, which have another text and no requirement. */
export function restate(stored: Omit<ThresholdResult, 'requirement'>): ThresholdResult {
  if ('requirement' in stored) return stored as ThresholdResult;
  const threshold = parsed(stored.expression);
  if (stored.passed === null || threshold === undefined) return unjudged(stored.expression, stored.text);
  return thresholdResult(threshold, stored);
}

function requirementOrExpression(expression: string): string {
  const threshold = parsed(expression);
  return threshold === undefined ? expression : requirementOf(threshold);
}

/** Undefined for an expression that this version cannot parse. */
function parsed(expression: string): Threshold | undefined {
  try {
    return parseThreshold(expression);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function nameOf(metric: ThresholdMetric): string {
  switch (metric.kind) {
    case 'percentile':
      return `p${metric.percentile}${kindText(metric.of)}`;
    case 'mean':
    case 'min':
    case 'max':
      return `${metric.kind}${kindText(metric.of)}`;
    case 'count':
      return 'samples';
    case 'bytes_in':
      return 'bytes received';
    case 'bytes_out':
      return 'bytes sent';
    case 'throughput':
    case 'errors':
    case 'apdex':
      return metric.kind;
  }
}

function kindText(kind: SampleKind): string {
  return kind === 'passed' ? '' : `(${kind})`;
}

/** A value in the unit of the metric: `720 ms`, `100 %`. */
export function figureText({ metric, limit }: Threshold, actual: number): string {
  const digits = digitsToTellApart(actual, limit);
  const text = significant(actual, digits);
  switch (metric.kind) {
    case 'percentile':
    case 'mean':
    case 'min':
    case 'max': {
      const figure = timeFigure(actual, digits);
      return `${figure.text} ${figure.unit}`;
    }
    case 'throughput':
      return `${text} /s`;
    case 'errors':
      return metric.of === 'share' ? `${text} %` : significant(actual, mostDigits);
    case 'bytes_in':
    case 'bytes_out':
      return digits === 3 ? bytes(actual) : `${significant(actual, mostDigits)} B`;
    case 'count':
      return significant(actual, mostDigits);
    case 'apdex':
      return text;
  }
}

const mostDigits = 16;

/** Three digits, or as many as needed to show on which side of the limit the figure is. */
function digitsToTellApart(actual: number, limit: number): number {
  for (let digits = 3; digits < mostDigits; digits++) {
    const rounded = Number(actual.toPrecision(digits));
    if (Math.sign(rounded - limit) === Math.sign(actual - limit)) return digits;
  }
  return mostDigits;
}
