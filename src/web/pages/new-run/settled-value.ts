import type { Draft } from './draft.ts';

/** `${__P(threads,10)}` and `${__property(threads,,10)}`, with nothing around. */
const property =
  /^\$\{__(?:P\(\s*(\w+)\s*(?:,([^,()]*))?|property\(\s*(\w+)\s*(?:,[^,()]*(?:,([^,()]*))?)?)\)\}$/;

/** What a value of the plan comes to with this run's settings; as it is written where only the tool can tell. */
export function settledValue(written: string, draft: Pick<Draft, 'threads' | 'rampup' | 'duration'>): string {
  const found = property.exec(written.trim());
  if (!found) return written;
  const [name, usual] = [found[1] ?? found[3] ?? '', (found[2] ?? found[4] ?? '').trim()];
  const given = name === 'threads' || name === 'rampup' || name === 'duration' ? draft[name].trim() : '';
  return given || usual || written;
}
