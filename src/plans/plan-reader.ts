import type { EngineObstacle } from '../domain/engine.ts';
import type { OverrideParameters } from './override-parameters.ts';
import type { PlanDescription } from './plan-description.ts';
import type { PlanFile } from './plan-file.ts';

/** What each tool's folder in this room gives: how to find its plan among the uploaded files, and what the plan lacks. */
export interface PlanReader {
  /** True for names whose content is needed to choose and to check. */
  isPlanName(name: string): boolean;
  /** True for names, other than of plans, whose content counts as well. */
  isRead?(name: string): boolean;
  /** Picks the plan. Throws `plan_missing` or `plan_broken`. */
  choose(files: readonly PlanFile[], parameters: OverrideParameters): string;
  /** Checks the chosen plan against all files. Throws `plan_broken`; returns sentences on what is odd. */
  check(planName: string, files: readonly PlanFile[], parameters: OverrideParameters): string[];
  /** Whether the plan takes the first line of a data file for a header; undefined: it does not show. */
  hasHeader?(
    fileName: string,
    planName: string,
    files: readonly PlanFile[],
    parameters: OverrideParameters,
  ): boolean | undefined;
  /** Why the rows of a data file cannot be leased; undefined: they can. Absent for tools that read whole files. */
  leaseProblem?(
    fileName: string,
    planName: string,
    files: readonly PlanFile[],
    parameters: OverrideParameters,
  ): string | undefined;
  /** What to do better before a run, for people who look at the plan; no reason to warn of each of its runs. */
  advise?(planName: string, files: readonly PlanFile[]): string[];
  /** What keeps our own engine from running the chosen plan; tools without one have no judgement. */
  judge?(planName: string, files: readonly PlanFile[], parameters: OverrideParameters): EngineObstacle[];
  /** What the chosen plan holds, as far as can be told without running it. */
  describe?(planName: string, files: readonly PlanFile[], parameters: OverrideParameters): PlanDescription;
}
