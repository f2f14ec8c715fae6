import type { EngineObstacle } from '../domain/engine.ts';
import type { OverrideParameters } from './override-parameters.ts';
import type { PlanDescription } from './plan-description.ts';
import type { PlanFile } from './plan-file.ts';

/** Interface of each tool in this room: finds the plan among the uploaded files and checks it. */
export interface PlanReader {
  /** Whether a file's content is required to choose and check the plan. */
  isPlanName(name: string): boolean;
  /** Whether a file other than a plan is read too. */
  isRead?(name: string): boolean;
  /** Chooses the plan. Throws `plan_missing` or `plan_broken`. */
  choose(files: readonly PlanFile[], parameters: OverrideParameters): string;
  /** Checks the chosen plan against all files. Throws `plan_broken`; returns warnings as sentences. */
  check(planName: string, files: readonly PlanFile[], parameters: OverrideParameters): string[];
  /** Whether the plan treats the first line of a data file as a header; undefined if unknown. */
  hasHeader?(
    fileName: string,
    planName: string,
    files: readonly PlanFile[],
    parameters: OverrideParameters,
  ): boolean | undefined;
  /** Why the rows of a data file cannot be leased; undefined if they can. Absent for tools that read whole files. */
  leaseProblem?(
    fileName: string,
    planName: string,
    files: readonly PlanFile[],
    parameters: OverrideParameters,
  ): string | undefined;
  /** Suggestions shown with the plan, which are not warnings of its runs. */
  advise?(planName: string, files: readonly PlanFile[]): string[];
  /** Why Spate's own engine cannot run the chosen plan. Absent for tools with one engine. */
  judge?(planName: string, files: readonly PlanFile[], parameters: OverrideParameters): EngineObstacle[];
  /** Contents of the chosen plan, as far as known without running it. */
  describe?(planName: string, files: readonly PlanFile[], parameters: OverrideParameters): PlanDescription;
}
