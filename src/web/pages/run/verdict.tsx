import type { ComponentChildren } from 'preact';
import type { RunViewResource } from '../../../contract/resources/view.ts';
import { verdictSigns } from '../../../contract/verdict-words.ts';
import { measuredState } from './measured-state.ts';

/** Verdict with doubts, thresholds, abort rules, errors and warnings; `children` is the status of an active run. */
export function Verdict({ view, children }: { view: RunViewResource; children?: ComponentChildren }) {
  const { tone, sentence, doubts } = view.verdict;
  return (
    <section class={`verdict ${tone}`} aria-label="Verdict">
      <p class="sentence">
        <span aria-hidden="true">{verdictSigns[tone]}</span> {sentence}
      </p>
      {doubts
        .filter((doubt) => !sentence.includes(doubt))
        .map((doubt) => (
          <p key={doubt} class="doubt">
            △ {doubt}
          </p>
        ))}
      {view.thresholds.length > 0 && <Thresholds view={view} />}
      {view.abort_if.length > 0 && <AbortRules view={view} />}
      {view.remote_errors.map((text) => (
        <pre key={text} class="wrong">
          {text}
        </pre>
      ))}
      {view.warnings.map((text) => (
        <p key={text} class="doubt">
          △ {text}
        </p>
      ))}
      {view.status !== 'finished' && children}
    </section>
  );
}

/** Thresholds with their measured values; not evaluated before the first sample. */
function Thresholds({ view }: { view: RunViewResource }) {
  const isTooEarly = measuredState(view) === 'not-yet';
  return (
    <ul class="thresholds">
      {view.thresholds.map(({ expression, requirement, passed, text }) => {
        const result = isTooEarly || passed === null ? undefined : passed;
        return (
          <li
            key={expression}
            title={`Fails if ${expression}`}
            class={result === undefined ? 'soft' : result ? 'good' : 'bad'}
          >
            <span aria-hidden="true">{result === undefined ? '·' : result ? '✓' : '✕'}</span>
            {isTooEarly ? requirement : text}
          </li>
        );
      })}
    </ul>
  );
}

/** Abort rules; the one that ended the run with its last value. */
function AbortRules({ view: { abort_if, aborted } }: { view: RunViewResource }) {
  return (
    <ul class="thresholds">
      {abort_if.map((rule) => {
        const isMet = rule === aborted?.rule;
        return (
          <li key={rule} class={isMet ? 'bad' : 'soft'}>
            <span aria-hidden="true">{isMet ? '✕' : '·'}</span>
            {isMet ? `Aborted: ${aborted.text}` : `Aborts if ${rule}`}
          </li>
        );
      })}
    </ul>
  );
}
