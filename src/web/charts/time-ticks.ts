const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400];

/** Round tick values in seconds, about `most` at the maximum. */
export function timeTicks(fromS: number, toS: number, most: number): number[] {
  const span = toS - fromS;
  const step = steps.find((each) => span / each <= most) ?? Math.ceil(span / most / 86_400) * 86_400;
  const first = Math.ceil(fromS / step) * step;
  const ticks: number[] = [];
  for (let at = first; at <= toS; at += step) ticks.push(at);
  return ticks;
}

/** Upper end of an axis that starts at zero: the next round value whose half is round too. */
export function niceTop(most: number, isCount = false): number {
  if (!(most > 0)) return isCount ? 2 : 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const tops = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((step) => step * power);
  return tops.find((top) => top >= most && (!isCount || Number.isInteger(top / 2))) ?? 20 * power;
}
