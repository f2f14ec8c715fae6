import type { Masker } from '../lib/masker.ts';
import type { LabelStats } from './label-stats.ts';
import { maxCodeLength, maxLabelLength, maxMessageLength } from './text.ts';

/** Masks labels, error texts and codes. Labels that become equal are merged, so sample counts stay exact. */
export function maskLabels(labels: ReadonlyMap<string, LabelStats>, masker: Masker): Map<string, LabelStats> {
  const masked = new Map<string, LabelStats>();
  for (const [label, stats] of labels) {
    maskErrors(stats, masker);
    maskCodes(stats, masker);
    const name = masker.text(label, maxLabelLength);
    const known = masked.get(name);
    if (known) known.merge(stats);
    else masked.set(name, stats);
  }
  return masked;
}

function maskErrors(stats: LabelStats, masker: Masker): void {
  const errors = [...stats.errors.values()];
  stats.errors.clear();
  for (const { code, message, count, example } of errors)
    stats.addError({
      code: masker.text(code, maxCodeLength),
      message: masker.text(message, maxMessageLength),
      count,
      example: { ...example, label: masker.text(example.label, maxLabelLength) },
    });
}

function maskCodes(stats: LabelStats, masker: Masker): void {
  const codes = [...stats.passedCodes];
  stats.passedCodes.clear();
  for (const [code, count] of codes) stats.addPassedCode(masker.text(code, maxCodeLength), count);
}
