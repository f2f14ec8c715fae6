/** Line style of a run. */
export interface RunLine {
  /** CSS custom property. */
  colour: string;
  dash?: readonly number[];
}

const hues = 5;
/** Dash patterns that distinguish runs of the same colour. */
const dashes: readonly (readonly number[] | undefined)[] = [undefined, [9, 3], [2, 3], [9, 3, 2, 3]];
const baselineDash = [5, 4];

/** Line style by position: the baseline (0) is grey and dashed; colours repeat from the sixth run on with another dash pattern. */
export function lineOf(index: number): RunLine {
  if (index === 0) return { colour: '--run-0', dash: baselineDash };
  const dash = dashes[Math.floor((index - 1) / hues) % dashes.length];
  return { colour: `--run-${1 + ((index - 1) % hues)}`, ...(dash ? { dash } : {}) };
}
