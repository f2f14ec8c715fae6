/** How the line of a run is drawn. */
export interface RunLine {
  /** Custom property of the style sheet. */
  colour: string;
  dash?: readonly number[];
}

const hues = 5;
/** Runs of the same colour differ in these; the baseline has one of its own. */
const dashes: readonly (readonly number[] | undefined)[] = [undefined, [9, 3], [2, 3], [9, 3, 2, 3]];
const baselineDash = [5, 4];

/** For the run in this place: the baseline is grey and dashed, the others have a colour and, from the sixth on, strokes of their own. */
export function lineOf(index: number): RunLine {
  if (index === 0) return { colour: '--run-0', dash: baselineDash };
  const dash = dashes[Math.floor((index - 1) / hues) % dashes.length];
  return { colour: `--run-${1 + ((index - 1) % hues)}`, ...(dash ? { dash } : {}) };
}
