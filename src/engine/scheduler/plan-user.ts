import type {
  GroupRun,
  Phase,
  RequestChanges,
  SamplePackage,
  Sampler,
  Step,
  TransactionStep,
  User,
} from '../core.ts';
import type { LogicalAction, Result } from '../state/result.ts';
import type { Variables } from '../state/variables.ts';
import { WheelEntry } from '../time/wheel.ts';
import type { PlanRunner } from './plan-runner.ts';

/** A virtual user. Its fields are documented in `User`. */
export class PlanUser extends WheelEntry implements User {
  readonly runner: PlanRunner;
  readonly group: GroupRun;
  readonly number: number;
  readonly name: string;
  readonly variables: Variables;
  #objects: Map<unknown, unknown> | undefined;
  /** Key of the last state returned. Most calls ask for the same state: the user's connections. */
  #lastKey: unknown;
  #lastObject: unknown;
  readonly states: unknown[] = [];
  phase: Phase = 'next';
  isRunning = true;
  samplingSinceMs = 0;
  intendedMs = 0;
  sampleIntendedMs = 0;
  isAborted = false;
  endsAtMs = Number.POSITIVE_INFINITY;
  iteration = 0;
  isSameOnNextIteration: boolean;
  wasLastSampleOk = true;
  action: LogicalAction = 'continue';
  previousResult: Result | undefined;
  sampler: Sampler | undefined;
  requestChanges: RequestChanges | undefined;
  lastPackage: SamplePackage | undefined;
  transactions: TransactionStep[] = [];
  step: Step;
  idlePasses = 0;
  idlePauses = 0;
  timerAt = 0;
  timersMs = 0;

  constructor(runner: PlanRunner, group: GroupRun, number: number, variables: Variables) {
    super();
    this.runner = runner;
    this.group = group;
    this.isSameOnNextIteration = group.isSameUserOnNextIteration;
    this.number = number;
    this.name = `${group.usersName} ${group.number}-${number + 1}`;
    this.variables = variables;
  }

  stateOf<T>(key: unknown, make: () => T): T {
    if (key === this.#lastKey && this.#lastObject !== undefined) {
      return this.#lastObject as T;
    }
    this.#objects ??= new Map();
    let value = this.#objects.get(key) as T | undefined;
    if (value === undefined) {
      value = make();
      this.#objects.set(key, value);
    }
    this.#lastKey = key;
    this.#lastObject = value;
    return value;
  }

  override due(): void {
    this.runner.wakeOnTime(this);
  }
}
