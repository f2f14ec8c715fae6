import { credentialsKey } from '../configs/auth-manager.ts';
import type {
  GroupRun,
  Phase,
  RequestChanges,
  Runner,
  SamplePackage,
  Sampler,
  Step,
  TransactionStep,
  User,
} from '../core.ts';
import { connectionsKey } from '../http/connections-key.ts';
import { tlsSessionsKey } from '../http/tls-sessions.ts';
import { SampleAlarm } from '../samplers/sample-alarm.ts';
import type { LogicalAction, Result } from '../state/result.ts';
import type { Variables } from '../state/variables.ts';
import { WheelEntry } from '../time/wheel.ts';

/** State that JMeter keeps per thread; branches share all other state of their user. */
const ownKeys = new Set<unknown>([connectionsKey, tlsSessionsKey, credentialsKey, SampleAlarm]);

/**
 * One branch of a Parallel controller: a JMeter thread with the variables and elements of its user, which executes one
 * child of the controller and ends.
 */
export class BranchUser extends WheelEntry implements User {
  readonly runner: Runner;
  readonly group: GroupRun;
  /** The user that executes the Parallel controller. */
  readonly trunk: User;
  /** The plugin never numbers its threads. */
  readonly number = 0;
  readonly name: string;
  readonly #own = new Map<unknown, unknown>();
  phase: Phase = 'waiting';
  isRunning = true;
  samplingSinceMs = 0;
  intendedMs = 0;
  sampleIntendedMs = 0;
  isAborted = false;
  /** Branches ignore the schedule; the user checks it after the controller. */
  endsAtMs = Number.POSITIVE_INFINITY;
  isSameOnNextIteration = false;
  action: LogicalAction = 'continue';
  previousResult: Result | undefined;
  sampler: Sampler | undefined;
  requestChanges: RequestChanges | undefined;
  transactions: TransactionStep[] = [];
  step: Step;
  idlePasses = 0;
  idlePauses = 0;
  timerAt = 0;
  timersMs = 0;

  constructor(trunk: User, runner: Runner, group: GroupRun, name: string) {
    super();
    this.trunk = trunk;
    this.runner = runner;
    this.group = group;
    this.name = name;
  }

  get variables(): Variables {
    return this.trunk.variables;
  }

  get states(): unknown[] {
    return this.trunk.states;
  }

  get iteration(): number {
    return this.trunk.iteration;
  }

  /** Shared with the user, because JMeter stores it in a variable. */
  get wasLastSampleOk(): boolean {
    return this.trunk.wasLastSampleOk;
  }

  set wasLastSampleOk(isOk: boolean) {
    this.trunk.wasLastSampleOk = isOk;
  }

  /** Shared with the user for the same reason. */
  get lastPackage(): SamplePackage | undefined {
    return this.trunk.lastPackage;
  }

  set lastPackage(last: SamplePackage | undefined) {
    this.trunk.lastPackage = last;
  }

  stateOf<T>(key: unknown, make: () => T): T {
    if (!ownKeys.has(key)) {
      return this.trunk.stateOf(key, make);
    }
    const value = (this.#own.get(key) as T | undefined) ?? make();
    this.#own.set(key, value);
    return value;
  }

  override due(): void {
    this.runner.wakeOnTime(this);
  }
}
