import type { ComparisonResource } from '../../../contract/resources/comparison.ts';
import { nameOf } from './compared-runs.tsx';
import { verdictWords } from './difference-words.ts';

/** One verdict for each run, as the service judged it against the noise. */
export function Sentences({ comparison: { runs, comparisons } }: { comparison: ComparisonResource }) {
  const notes = comparisons.map(
    ({ basis_text: basis, confidence }) =>
      `${basis} Verdicts hold with ${Math.round(confidence * 100)} % confidence, all together.`,
  );
  return (
    <div class="sentences" role="status">
      {comparisons.map(({ run, verdict, sentence, setup_differences: differing }, at) => {
        const { tone, sign } = verdictWords(verdict);
        const index = runs.findIndex(({ uuid }) => uuid === run);
        return (
          <div key={run} class={`sentence ${tone}`}>
            <p>
              <span class="sign" aria-hidden="true">
                {sign}
              </span>{' '}
              <b>{nameOf(runs, index)}</b> against {nameOf(runs, 0)}: {sentence}
            </p>
            {differing.map((text) => (
              <p key={text} class="doubt">
                △ {text}
              </p>
            ))}
            {notes[at] !== notes[at + 1] && <p class="soft">{notes[at]}</p>}
          </div>
        );
      })}
    </div>
  );
}
