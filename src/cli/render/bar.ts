const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const heights = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** Progress bar of the given width for a share from 0 to 1. */
export function renderBar(share: number, width: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width * 8);
  const full = '█'.repeat(Math.floor(filled / 8));
  return `${full}${eighths[filled % 8] ?? ''}`.padEnd(width, '·');
}

/** Sparkline from zero to the maximum; null is a blank. */
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
