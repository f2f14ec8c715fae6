import type { Draft } from './draft.ts';

/** Matches exactly `${__P(threads,10)}` or `${__property(threads,,10)}`. */
const property =
  /^\$\{__(?:P\(\s*(\w+)\s*(?:,([^,()]*))?|property\(\s*(\w+)\s*(?:,[^,()]*(?:,([^,()]*))?)?)\)\}$/;

/** A plan value with this run's settings applied; unchanged if only the tool can evaluate it. */
export function resolvedValue(
  written: string,
  draft: Pick<Draft, 'threads' | 'rampup' | 'duration'>,
): string {
  const found = property.exec(written.trim());
  if (!found) return written;
  const [name, usual] = [found[1] ?? found[3] ?? '', (found[2] ?? found[4] ?? '').trim()];
  const given = name === 'threads' || name === 'rampup' || name === 'duration' ? draft[name].trim() : '';
  return given || usual || written;
}
