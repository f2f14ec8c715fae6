import type { RunResource } from '../../../contract/resources/run.ts';
import type { VerdictResource } from '../../../contract/resources/verdict.ts';
import { shownVerdict, verdictSigns } from '../../../contract/verdict-words.ts';

type Sign = {
  tone: VerdictResource['tone'] | 'soft' | '';
  sign: string;
  word: string;
  why?: string | undefined;
};

/** State or verdict of a run. */
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
      return { tone: 'soft', sign: '○', word: 'Queued', why };
    case 'preparing':
      return { tone: 'soft', sign: '○', word: 'Preparing', why };
    case 'running':
      return { tone: '', sign: '●', word: 'Running', why };
    case 'stopping':
    case 'collecting':
      return { tone: '', sign: '●', word: 'Finishing', why };
    case 'finished':
      return verdictSign(run.verdict);
  }
}

function verdictSign(verdict: RunResource['verdict']): Sign {
  if (verdict === null) return { tone: 'soft', sign: '–', word: 'Finished' };
  const { tone, word, sentence } = verdict;
  return { tone, sign: verdictSigns[tone], word: shownVerdict[word], why: sentence };
}
