import type { ComparisonResource } from '../../../contract/resources/comparison.ts';
import { nameOf } from './compared-runs.tsx';
import { verdictWords } from './difference-words.ts';

/** One verdict per run, as judged by the service. */
export function ComparisonVerdicts({
  comparison: { runs, comparisons },
}: {
  comparison: ComparisonResource;
}) {
  const notes = comparisons.map(
    ({ basis_text: basis, confidence }) =>
      `${basis} Confidence level: ${Math.round(confidence * 100)} % for all verdicts together.`,
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
              <b>{nameOf(runs, index)}</b> compared with {nameOf(runs, 0)}: {sentence}
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
