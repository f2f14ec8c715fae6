import type { Actor } from '../domain/account.ts';
import type { ListedTest, LoadTest, LoadTestChanges, PlanVersion } from '../domain/load-test.ts';
import type { RowFile } from '../plans/row-files.ts';
import type { RunChanges, RunView } from './runs.ts';

/** Operations on tests. Created by createLoadTests. */
export interface LoadTests {
  /** With the latest runs first. */
  list(
    actor: Actor,
    page: number,
    filter: { search?: string | undefined; project?: string | undefined },
  ): Promise<{ total: number; pageSize: number; tests: ListedTest[] }>;
  get(actor: Actor, testId: string): Promise<LoadTestView>;
  change(actor: Actor, testId: string, changes: LoadTestChanges): Promise<LoadTestView>;
  /** The runs stay. */
  remove(actor: Actor, testId: string): Promise<void>;
  /** Parameters that the plan reads, and its data files. */
  parameters(actor: Actor, testId: string): Promise<{ parameters: TestParameter[]; rowFiles: RowFile[] }>;
  /** Starts a run with the files and settings of the test. */
  run(actor: Actor, testId: string, changes: RunChanges): Promise<RunView>;
  /** The difference of two versions of the plan as a unified diff. */
  diff(actor: Actor, testId: string, from: number, to: number): Promise<string>;
}

export interface LoadTestView {
  test: LoadTest;
  /** The run whose files and settings the test uses; null when all its runs were deleted. */
  definition: RunView | null;
  /** The newest first, at most 100. */
  versions: PlanVersion[];
}

export interface TestParameter {
  name: string;
  /** In the plan; null without a default. */
  default: string | null;
  /** Set by the test; null: the default applies, or it is secret. */
  value: string | null;
  /** The test has a secret value. */
  isSecret: boolean;
}
