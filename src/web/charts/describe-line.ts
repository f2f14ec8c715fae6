import { into } from '../format/moments.ts';

/** Text alternative of a line, for screen readers. */
export function describeLine(
  name: string,
  times: readonly number[],
  values: readonly (number | null | undefined)[],
  format: (value: number) => string,
): string {
  const known = values.flatMap((value, index) => (value == null ? [] : [{ value, at: times[index] ?? 0 }]));
  const [first] = known;
  const last = known.at(-1);
  if (!first || !last) return `${name}: no data.`;
  const top = known.reduce((best, each) => (each.value > best.value ? each : best), first);
  return `${name}: ${format(first.value)} at ${into(first.at)}, ${format(last.value)} at ${into(last.at)}, highest ${format(top.value)} at ${into(top.at)}.`;
}
