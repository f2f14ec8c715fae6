import { useEffect, useState } from 'preact/hooks';
import { verdictSigns } from '../../../contract/resources/verdict.ts';
import type { RunViewResource } from '../../../contract/resources/view.ts';
import { measuredState } from './measured-state.ts';
import type { RunData } from './use-run.ts';

/** Older figures than this say how old they are. Those that do not change are asked for every four seconds. */
const freshMs = 5000;

/** How the run fares, in words; what is wrong stands first. */
export function Verdict({ view, run }: { view: RunViewResource; run: RunData }) {
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
      {view.status !== 'finished' && <Freshness run={run} hasFigures={measuredState(view) !== 'not-yet'} />}
    </section>
  );
}

/** Each threshold as what must hold, with what was found; before the first sample there is nothing to judge by. */
function Thresholds({ view }: { view: RunViewResource }) {
  const isTooEarly = measuredState(view) === 'not-yet';
  return (
    <ul class="thresholds">
      {view.thresholds.map(({ expression, requirement, passed, text }) => {
        const stands = isTooEarly || passed === null ? undefined : passed;
        return (
          <li
            key={expression}
            title={`Fails if ${expression}`}
            class={stands === undefined ? 'soft' : stands ? 'good' : 'bad'}
          >
            <span aria-hidden="true">{stands === undefined ? '·' : stands ? '✓' : '✕'}</span>
            {isTooEarly ? requirement : text}
          </li>
        );
      })}
    </ul>
  );
}

/** Says when the figures are not of this moment, and why. */
function Freshness({ run, hasFigures }: { run: RunData; hasFigures: boolean }) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const ageMs = now - run.heardAt;
  const isLost = run.connection === 'lost' || run.view.error !== undefined;
  const ageS = Math.max(1, Math.round(ageMs / 1000));
  if (isLost)
    return (
      <p class="lost">
        <span aria-hidden="true">△</span>{' '}
        <span role="status">The connection to the service is lost. The page tries again by itself.</span> What
        you see is {ageS} s old.
      </p>
    );
  if (!hasFigures) return null;
  return <p class="fresh soft">{ageMs > freshMs ? `Figures are ${ageS} s old.` : 'Live.'}</p>;
}
