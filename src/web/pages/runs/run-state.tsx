import type { RunResource } from '../../../contract/resources/run.ts';

type Sign = { tone: 'good' | 'bad' | 'soft' | ''; sign: string; word: string; why?: string | undefined };

/** How a run fares, as a sign with a word. */
export function RunState({ run }: { run: RunResource }) {
  const { tone, sign, word, why } = signOf(run);
  return (
    <span class={`run-state ${tone}`} title={why}>
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  );
}

function signOf(run: RunResource): Sign {
  const why = run.progress ?? undefined;
  switch (run.phase) {
    case 'waiting_for_nodes':
    case 'waiting_for_turn':
      return { tone: 'soft', sign: '○', word: 'Waiting', why };
    case 'preparing':
      return { tone: 'soft', sign: '○', word: 'Preparing', why };
    case 'running':
      return { tone: '', sign: '●', word: 'Running', why };
    case 'stopping':
    case 'collecting':
      return { tone: '', sign: '●', word: 'Ending', why };
    case 'finished':
      return verdictOf(run);
  }
}

function verdictOf({ remote_errors: errors, passed, thresholds }: RunResource): Sign {
  if (errors !== null) return { tone: 'bad', sign: '✕', word: 'Went wrong', why: errors[0] };
  if (passed === null) return { tone: 'soft', sign: '–', word: 'Finished' };
  if (passed) return { tone: 'good', sign: '✓', word: 'Passed' };
  const failed = thresholds.filter((each) => each.passed === false).map(({ text }) => text);
  return { tone: 'bad', sign: '✕', word: 'Failed', why: failed.join(' ') };
}
