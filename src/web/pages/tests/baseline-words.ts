/** Results of the comparison with a baseline; `none`: not compared. */
export const baselineWords = {
  better: '✓ Better',
  worse: '✕ Worse',
  mixed: '△ Mixed',
  no_clear_difference: 'No clear difference',
  too_few_samples: '△ Too few samples',
  none: 'Not compared',
} as const;
