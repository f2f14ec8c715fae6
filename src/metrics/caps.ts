import { type ErrorStats, errorKey, LabelStats } from './label-stats.ts';

/** Maximum number of distinct labels and error texts of a run. */
export interface Caps {
  maxLabels: number;
  maxErrorTexts: number;
}

/** Caps of a single frame. */
export const frameCaps: Caps = { maxLabels: 2000, maxErrorTexts: 500 };

/** Maximum number of distinct response codes of passed samples, in a frame as in a run. */
export const maxCodes = 50;

export const overflowLabel = '(other labels)';
export const overflowErrorMessage = '(other errors)';
export const overflowCode = '(other codes)';

/**
 * Collects labels under the caps. Excess labels, errors and codes are merged into the overflow label, error and code, so
 * totals stay exact. The kept labels depend on names only (see byKeepOrder), not on the order or grouping of merges, so each kept
 * label has all of its samples.
 */
export class CappedLabels {
  readonly #caps: Caps;
  readonly #labels = new Map<string, LabelStats>();
  #errorEntries = 0;
  #errorCheckAt: number;

  constructor(caps: Caps) {
    this.#caps = caps;
    this.#errorCheckAt = 4 * caps.maxErrorTexts;
  }

  add(label: string, stats: LabelStats): void {
    this.change(label, (known) => known.merge(stats));
  }

  /** Applies `work` to the statistics of a label. */
  change(label: string, work: (stats: LabelStats) => void): void {
    let known = this.#labels.get(label);
    if (known === undefined) {
      known = new LabelStats();
      this.#labels.set(label, known);
    }
    const errorsBefore = known.errors.size;
    work(known);
    this.#errorEntries += known.errors.size - errorsBefore;
    if (known.passedCodes.size > 2 * maxCodes) foldCodes([known]);
    this.#foldEarly();
  }

  finish(): Map<string, LabelStats> {
    foldLabels(this.#labels, this.#caps.maxLabels);
    foldErrors(this.#labels, this.#caps.maxErrorTexts);
    foldCodes([...this.#labels.values()]);
    return this.#labels;
  }

  /** Bounds memory during merges; the result does not depend on when labels are folded. */
  #foldEarly(): void {
    if (this.#labels.size > 2 * this.#caps.maxLabels + 1) foldLabels(this.#labels, this.#caps.maxLabels);
    if (this.#errorEntries > this.#errorCheckAt) {
      foldErrors(this.#labels, this.#caps.maxErrorTexts);
      this.#errorEntries = 0;
      for (const stats of this.#labels.values()) this.#errorEntries += stats.errors.size;
      this.#errorCheckAt = Math.max(this.#errorCheckAt, 2 * this.#errorEntries);
    }
  }
}

/** Applies the caps in place. */
export function foldOverflow(labels: Map<string, LabelStats>, caps: Caps): void {
  foldLabels(labels, caps.maxLabels);
  foldErrors(labels, caps.maxErrorTexts);
  foldCodes([...labels.values()]);
}

function foldLabels(labels: Map<string, LabelStats>, max: number): void {
  if (labels.size <= max) return;
  const names = [...labels.keys()].filter((name) => name !== overflowLabel);
  if (names.length <= max) return;
  const overflow = labels.get(overflowLabel) ?? new LabelStats();
  for (const name of names.sort(byKeepOrder).slice(max)) {
    overflow.merge(labels.get(name)!);
    labels.delete(name);
  }
  labels.set(overflowLabel, overflow);
}

function foldErrors(labels: Map<string, LabelStats>, max: number): void {
  const overflowKey = errorKey('', overflowErrorMessage);
  const texts = new Set<string>();
  for (const stats of labels.values()) for (const key of stats.errors.keys()) texts.add(key);
  texts.delete(overflowKey);
  if (texts.size <= max) return;
  const dropped = new Set([...texts].sort(byKeepOrder).slice(max));
  for (const stats of labels.values()) {
    for (const [key, error] of stats.errors) {
      if (!dropped.has(key)) continue;
      stats.errors.delete(key);
      stats.addError(asOverflow(error));
    }
  }
}

function foldCodes(all: readonly LabelStats[]): void {
  const codes = new Set(all.flatMap(({ passedCodes }) => [...passedCodes.keys()]));
  codes.delete(overflowCode);
  if (codes.size <= maxCodes) return;
  const dropped = [...codes].sort(byCodeKeepOrder).slice(maxCodes);
  for (const stats of all) {
    for (const code of dropped) {
      const count = stats.passedCodes.get(code);
      if (count === undefined) continue;
      stats.passedCodes.delete(code);
      stats.addPassedCode(overflowCode, count);
    }
  }
}

/** Codes of HTTP first. */
function byCodeKeepOrder(one: string, other: string): number {
  const isOther = (code: string) => Number(!/^[1-5]\d\d$/.test(code));
  return isOther(one) - isOther(other) || byKeepOrder(one, other);
}

function asOverflow(error: ErrorStats): ErrorStats {
  return { ...error, code: '', message: overflowErrorMessage };
}

/**
 * Names with few digits first, then short ones, then alphabetical: too many labels usually contain ids, and static names
 * should be kept.
 */
function byKeepOrder(one: string, other: string): number {
  return digits(one) - digits(other) || one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

function digits(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) count++;
  }
  return count;
}
