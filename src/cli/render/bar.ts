const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const heights = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A share from 0 to 1 as a bar of that many characters. */
export function renderBar(share: number, width: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width * 8);
  const full = '█'.repeat(Math.floor(filled / 8));
  return `${full}${eighths[filled % 8] ?? ''}`.padEnd(width, '·');
}

/** Values over time as one line of small columns, from zero to the largest; a gap is a blank. */
export function renderSparkline(values: readonly (number | null)[]): string {
  const largest = Math.max(0, ...values.map((value) => value ?? 0));
  return values
    .map((value) => {
      if (value === null) return ' ';
      const step = largest === 0 ? 0 : Math.round((value / largest) * (heights.length - 1));
      return heights[step] ?? '';
    })
    .join('');
}
