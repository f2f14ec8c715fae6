import { decideEngine, type EngineDecision, type EngineObstacle } from '../domain/engine.ts';
import { AppError } from '../domain/errors.ts';
import type { ToolName } from '../domain/tool.ts';
import { checkPlan, choosePlan, type PlanCheckInput, planReaderFor } from './check-plan.ts';
import { parametersOf } from './override-parameters.ts';
import { emptyDescription, type PlanDescription } from './plan-description.ts';
import { type RowFile, rowFilesOf } from './row-files.ts';

/** Content and problems of files. Every problem is reported as a sentence, never thrown. */
export interface PlanInspection extends PlanDescription {
  planName: string | null;
  problems: string[];
  warnings: string[];
  /** Why Spate's engine cannot run the plan; null for other tools, and when unknown. */
  obstacles: EngineObstacle[] | null;
  /** The engine that is selected automatically; null as above. */
  decision: EngineDecision | null;
  /** Uploaded files whose rows the nodes can share. */
  rowFiles: RowFile[];
}

export function inspectPlan(input: PlanCheckInput): PlanInspection {
  const problems = new Set<string>();
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const sentences =
        error.details.length > 0 ? error.details.map(({ message }) => message) : [error.message];
      for (const sentence of sentences) problems.add(sentence);
      return undefined;
    }
  };
  const { tool, files, overrideParameters } = input;
  const check = attempt(() => checkPlan(input));
  const planName = check?.planName ?? attempt(() => choosePlan(tool, files, overrideParameters)) ?? null;
  const parameters = parametersOf(input);
  const description =
    planName === null
      ? undefined
      : attempt(() => planReaderFor(tool).describe?.(planName, files, parameters));
  const rowFiles =
    planName === null
      ? undefined
      : attempt(() =>
          rowFilesOf(files, description?.dataFiles ?? [], planReaderFor(tool), planName, parameters),
        );
  const advice = check ? (planReaderFor(tool).advise?.(check.planName, files) ?? []) : [];
  const obstacles = check?.obstacles ?? null;
  return {
    ...(description ?? emptyDescription()),
    planName,
    problems: [...problems],
    warnings: [...(check?.warnings ?? []), ...advice],
    obstacles,
    decision: obstacles && (decideEngine('auto', obstacles) ?? null),
    rowFiles: rowFiles ?? [],
  };
}

/** The tool that files of these names belong to; undefined if none matches. */
export function guessTool(names: readonly string[]): ToolName | undefined {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (has(/\.jmx$/i)) return 'jmeter';
  if (has(/\.(?:scala|kt)$/i) || has(/simulation\w*\.(?:java|jar)$/i)) return 'gatling';
  if (has(/\.java$/i)) return 'java-selenium-chrome';
  return has(/\.[tj]s$/i) ? 'service-chrome' : undefined;
}
