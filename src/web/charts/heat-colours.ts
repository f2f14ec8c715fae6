/** Linear colour ramp through the stops (`rgb(1, 2, 3)`) with the given number of steps. */
export function ramp(stops: readonly string[], steps: number): string[] {
  const known = stops.map(channels);
  return Array.from({ length: steps }, (_, index) => {
    const at = steps === 1 ? 0 : (index / (steps - 1)) * (known.length - 1);
    const low = Math.min(known.length - 2, Math.floor(at));
    const mixed = [0, 1, 2].map((channel) => {
      const [a, b] = [known[low]?.[channel] ?? 0, known[low + 1]?.[channel] ?? 0];
      return Math.round(a + (b - a) * (at - low));
    });
    return `rgb(${mixed.join(' ')})`;
  });
}

/** Ramp index of a count between 1 and `max`, on a logarithmic scale, so that small counts stay visible. */
export function heatStep(count: number, max: number, steps: number): number {
  if (max <= 1) return steps - 1;
  return Math.min(steps - 1, Math.floor((Math.log(count) / Math.log(max)) * (steps - 1)));
}

function channels(colour: string): number[] {
  return (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number);
}
