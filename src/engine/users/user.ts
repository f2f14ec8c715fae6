import type { Step } from '../control/controller.ts';
import type { TransactionRun } from '../control/transaction-run.ts';
import type { SamplePackage, Sampler } from '../sampling/package.ts';
import type { LogicalAction, Result } from '../sampling/result.ts';
import type { GroupRun } from './group-run.ts';
import type { Runner } from './runner.ts';
import { WheelEntry } from './wheel.ts';

/** Where a user is within a sample. */
export type Phase = 'waiting' | 'next' | 'yielded' | 'delayed' | 'sampling' | 'ended';

/** One virtual user: JMeter's thread with its context and variables. Small, because there are many. */
export class User extends WheelEntry {
  readonly runner: Runner;
  readonly group: GroupRun;
  /** Counts the users of a group, from 0. */
  readonly number: number;
  readonly name: string;
  readonly variables: Map<string, string>;
  /** What elements keep for this user beside text; made when first needed. */
  objects: Map<unknown, unknown> | undefined;
  /** Of controllers, by their index. */
  readonly states: unknown[] = [];
  phase: Phase = 'next';
  isRunning = true;
  /** Epoch milliseconds at which the scheduler of its group ends it. */
  endsAtMs = Number.POSITIVE_INFINITY;
  iteration = 0;
  wasLastSampleOk = true;
  action: LogicalAction = 'continue';
  previousResult: Result | undefined;
  sampler: Sampler | undefined;
  lastPackage: SamplePackage | undefined;
  /** The transactions with parent samples around the sampler, from the outside. */
  transactions: TransactionRun[] = [];
  /** What `next` gave last, for break and continue. */
  step: Step;
  /** Passes of loops that found nothing to do since the last sample. */
  idlePasses = 0;

  constructor(runner: Runner, group: GroupRun, number: number, variables: Map<string, string>) {
    super();
    this.runner = runner;
    this.group = group;
    this.number = number;
    this.name = `${group.name} ${group.number}-${number + 1}`;
    this.variables = variables;
  }

  /** Something that an element keeps for this user. */
  keep<T>(key: unknown, make: () => T): T {
    this.objects ??= new Map();
    let value = this.objects.get(key) as T | undefined;
    if (value === undefined) {
      value = make();
      this.objects.set(key, value);
    }
    return value;
  }

  override due(): void {
    this.runner.wake(this);
  }
}
