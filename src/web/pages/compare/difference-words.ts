import type { ComparisonResource, DifferenceResource } from '../../../contract/resources/comparison.ts';
import { count, threeDigits } from '../../format/figures.ts';

type LabelList = Pick<ComparisonResource['comparisons'][number], 'labels' | 'labels_left_out'>;

/** Verdict and amount of one difference, as text. */
export interface DifferenceWords {
  tone: 'good' | 'bad' | 'soft';
  sign: string;
  text: string;
}

const words: Record<DifferenceResource['metric'], { worse: string; better: string; unit: string }> = {
  p50: { worse: 'slower', better: 'faster', unit: '%' },
  p95: { worse: 'slower', better: 'faster', unit: '%' },
  p99: { worse: 'slower', better: 'faster', unit: '%' },
  mean: { worse: 'slower', better: 'faster', unit: '%' },
  error_rate: { worse: 'higher', better: 'lower', unit: 'points' },
  throughput: { worse: 'lower', better: 'higher', unit: '%' },
};

export function differenceWords({ metric, change, verdict }: DifferenceResource): DifferenceWords {
  if (verdict === 'no_clear_difference') return { tone: 'soft', sign: '≈', text: 'no clear difference' };
  if (verdict === 'too_few_samples' || change === null)
    return { tone: 'soft', sign: '–', text: 'too few samples' };
  const { unit, worse, better } = words[metric];
  const amount = `${threeDigits(Math.abs(change))} ${unit}`;
  return verdict === 'worse'
    ? { tone: 'bad', sign: '✕', text: `${amount} ${worse}` }
    : { tone: 'good', sign: '✓', text: `${amount} ${better}` };
}

/** Confidence interval of the change: `−12 to +30 %`. */
export function spread({ metric, low, high }: DifferenceResource): string | undefined {
  if (low === null || high === null) return undefined;
  return `${signed(low)} to ${signed(high)} ${words[metric].unit}`;
}

/** Short form: `+30 %`. */
export function signedChange({ metric, change }: DifferenceResource): string {
  if (change === null) return '–';
  return `${signed(change)} ${words[metric].unit === '%' ? '%' : 'pts'}`;
}

/** `300 labels, 1,700 less frequent labels omitted`. */
export function labelCountWords({ labels, labels_left_out: leftOut }: LabelList): string {
  const words = count(labels.length, 'label');
  return leftOut === 0 ? words : `${words}, ${count(leftOut, 'less frequent label')} omitted`;
}

const verdicts = {
  better: { tone: 'good', sign: '✓', text: 'better' },
  worse: { tone: 'bad', sign: '✕', text: 'worse' },
  mixed: { tone: 'doubt', sign: '△', text: 'mixed' },
  no_clear_difference: { tone: 'soft', sign: '≈', text: 'no clear difference' },
  too_few_samples: { tone: 'soft', sign: '–', text: 'too few samples' },
  only_in_one: { tone: 'doubt', sign: '△', text: 'only in one run' },
} as const;

export function verdictWords(verdict: keyof typeof verdicts) {
  return verdicts[verdict];
}

function signed(value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '±';
  return `${sign}${threeDigits(Math.abs(value))}`;
}
