import { groupReasons, placesInWords } from '../../contract/engine-reasons.ts';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command.ts';
import { type DescribedNeeds, describeNeeds } from './describe-needs.ts';

/** Result of the check of a plan. */
export interface PlanInspection extends DescribedNeeds {
  tool: string;
  planName: string | null;
  /** Reasons that prevent a run. */
  problems: readonly string[];
  warnings: readonly string[];
  /** Null for tools that have only one engine. */
  engine: 'spate' | 'apache' | null;
  /** Reasons against Spate's own engine, or the scripts for which it needs Java. */
  reasons: readonly { place: string; reason: string }[];
}

/** Prints the result of the check of a plan. Throws CliError if the plan cannot be run. */
export function sayInspection({ say, paint }: CommandContext['terminal'], found: PlanInspection): void {
  for (const warning of found.warnings) say(`${paint.doubtful('!')} ${warning}`);
  if (found.engine !== null) say(engineWords(found.engine, found.reasons.length > 0));
  for (const { reason, places } of groupReasons(found.reasons)) {
    const count = places.length === 1 ? '' : `${places.length} places, `;
    say(`${paint.doubtful('  -')} ${count}${placesInWords(places)}: ${reason}`);
  }
  for (const line of describeNeeds(found, paint)) say(line);
  if (found.problems.length > 0) throw cannotRun(found.problems);
  say(`${paint.good('✓')} ${found.planName} can be run with ${found.tool}. The plan was checked, not run.`);
}

function engineWords(engine: 'spate' | 'apache', hasReasons: boolean): string {
  if (engine === 'apache') return "Engine: Apache JMeter. Spate's own engine does not support:";
  const own = "Engine: Spate's own. Every plan element is verified to behave as in Apache JMeter.";
  return hasReasons ? `${own} It needs Java on the nodes:` : own;
}

function cannotRun(problems: readonly string[]): CliError {
  const [first = '', ...others] = problems;
  if (others.length === 0) return new CliError(first);
  return new CliError(
    'This plan cannot be run:',
    problems.map((problem) => `- ${problem}`).join('\n       '),
  );
}
