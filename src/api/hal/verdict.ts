import type { VerdictResource } from '../../contract/resources/verdict.ts';
import type { Verdict } from '../../domain/verdict.ts';

export function verdictResource({ word, tone, exitCode, sentence, doubts }: Verdict): VerdictResource {
  return { word, tone, exit_code: exitCode, sentence, doubts };
}
