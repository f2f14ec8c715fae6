import type { PlanElement } from '../jmx/plan-tree.ts';
import type { RequestObject } from '../languages/jvm/library/sampler-classes.ts';
import type { LeasedFileOptions } from '../tool-process/leased-rows.ts';
import type { AssertionOutcome, LogicalAction, Result } from './state/result.ts';
import type { SharedNumbers } from './state/shared-numbers.ts';
import type { VariableName, VariableNames, Variables } from './state/variables.ts';
import type { Clock } from './time/clock.ts';
import type { Wheel, WheelEntry } from './time/wheel.ts';

/**
 * The types of the engine: compiled elements, and the objects passed to them. Imports only state/ and time/ of the
 * engine, so that every element can import it.
 */

/** A compiled property of a plan, with its variables and functions. */
export interface Text {
  /** As written in the plan. */
  readonly raw: string;
  /** The value of a text without variables and functions; undefined otherwise. */
  readonly constant: string | undefined;
  evaluate(user: User): string;
}

/** One function call in a plan. Its state is shared by all users unless the function documents otherwise. */
export interface TextFunction {
  evaluate(user: User): string;
}

/** Compiles a function call from its arguments. */
export type TextFunctionMaker = (args: readonly Text[], environment: Environment) => TextFunction;

/** Everything that the elements and functions of a plan share within one worker. */
export interface Environment {
  readonly properties: Map<string, string>;
  readonly functions: ReadonlyMap<string, TextFunctionMaker>;
  /** Names of the variables that the plan mentions. */
  readonly variableNames: VariableNames;
  /** Default `User-Agent`, for plans that set none. */
  readonly userAgent: string;
  /** Makes the `traceparent` of a request; undefined: requests have only the headers of the plan. */
  readonly nextTraceParent?: (() => string) | undefined;
  /** File name of the plan, without its folder. */
  readonly planName: string;
  /** Base folder of relative file names. */
  readonly filesFolder: string;
  /** Data files whose rows are leased; undefined: none. */
  readonly leasedFiles?: readonly LeasedFileOptions[] | undefined;
  /** Numbers shared across workers; undefined when this is the only worker. */
  readonly numbers?: SharedNumbers;
  /** Epoch milliseconds, with fractions. */
  nowMs(): number;
  /** Result of the last `nowMs()` call: cheaper, and recent within an event-loop turn. Not for sample times. */
  cachedNowMs(): number;
  /** Creates the timer that drives the wheel; undefined: real time. */
  readonly wheelTimer?: Clock['wheelTimer'];
  /** Called with each compiled element before the run; tests record what is executed. */
  readonly onCompiled?: ((compiled: CompiledElement, element: PlanElement) => void) | undefined;
  /** A number in [0, 1). With a seed, each user has its own sequence. */
  random(): number;
  log(level: 'info' | 'warn' | 'error', text: string): void;
  /** Runs the scripts that the engine does not run itself; undefined when the plan has none. */
  readonly outsideScripts?: OutsideScripts | undefined;
  /** Reads the documents that the engine does not read itself; undefined when the plan has no such element. */
  readonly outsideDocuments?: OutsideDocuments | undefined;
}

/** Reads documents outside of the engine. */
export interface OutsideDocuments {
  /** Whether the documents of this element are read outside of the engine. */
  isMeant(element: PlanElement): boolean;
  /** Checks a document as an XPath Assertion does. */
  check(question: XPathQuestion, body: Uint8Array): Promise<Omit<AssertionOutcome, 'name'>>;
  /** Values of an XPath Extractor: all, one, or a random one if `wanted` is 0. Rejects with DocumentProblem. */
  find(
    options: XPathOptions,
    questions: readonly { xpath: string; document: string }[],
    wanted: number,
  ): Promise<(string | undefined)[]>;
  /** The text of a document in any format. */
  textOf(body: Uint8Array): Promise<string>;
}

export interface XPathQuestion {
  readonly xpath: string;
  readonly options: XPathOptions;
}

/** Options of the XML parser and of the check; missing ones are off. */
export interface XPathOptions {
  readonly isTolerant?: boolean;
  readonly isQuiet?: boolean;
  readonly showsWarnings?: boolean;
  readonly reportsErrors?: boolean;
  readonly isNamespaceAware?: boolean;
  readonly isValidating?: boolean;
  readonly ignoresWhitespace?: boolean;
  readonly downloadsDtds?: boolean;
  readonly isNegated?: boolean;
  readonly isFragment?: boolean;
}

/** A document or an XPath that cannot be read. */
export class DocumentProblem extends Error {
  readonly what: 'not-readable' | 'not-tidy' | 'not-loaded';

  constructor(what: DocumentProblem['what'], message: string) {
    super(message);
    this.what = what;
  }
}

/** Scripts and Java Requests that run outside of the engine. */
export interface OutsideScripts {
  /** Undefined when the engine itself runs the script of this element. */
  scriptOf(element: PlanElement, context: CompileContext): OutsideScript | undefined;
  /** Interrupts the script that the user waits for, if any. */
  interrupt(user: User): void;
}

/** The script of one element. Which method applies depends on the kind of the element. */
export interface OutsideScript {
  readonly name: Text;
  /** Set for elements whose properties JMeter evaluates before the first user starts. */
  readonly planListener: PlanListener | undefined;
  readonly userListener: UserListener;
  process(user: User): Promise<void>;
  delayMs(user: User): Promise<number>;
  check(result: Result, user: User): Promise<AssertionOutcome>;
  /** Undefined: the script made no sample. */
  sample(user: User): Promise<Result | undefined>;
  /** Interrupts the script that the user waits for, if any. */
  interrupt(user: User): void;
}

/** State of a user in the runner's state machine. */
export type Phase = 'waiting' | 'next' | 'yielded' | 'parked' | 'delayed' | 'outside' | 'sampling' | 'ended';

/** One virtual user: JMeter's thread with its context and variables. Kept small, because a run has many. */
export interface User extends WheelEntry {
  readonly runner: Runner;
  readonly group: GroupRun;
  /** Index within the group, from 0. */
  readonly number: number;
  readonly name: string;
  readonly variables: Variables;
  /** Controller states, by controller index. */
  readonly states: unknown[];
  phase: Phase;
  isRunning: boolean;
  /** Start of the current sample in epoch milliseconds; valid while `phase` is 'sampling'. */
  samplingSinceMs: number;
  /** Intended start of the next sample in an open workload model, before its timers, in epoch milliseconds; 0: none. */
  intendedMs: number;
  /** Intended start of the current sample, after its timers, in epoch milliseconds; valid in phase 'sampling'. */
  sampleIntendedMs: number;
  /** The run was aborted: results of the current sample are discarded. */
  isAborted: boolean;
  /** Epoch milliseconds at which the group's schedule ends this user. */
  endsAtMs: number;
  /** Iterations of the group's main loop started so far. */
  iteration: number;
  /** Whether the next iteration simulates the same user, which keeps its cookies, cache and connections. */
  isSameOnNextIteration: boolean;
  /** For branches of a Parallel controller: the user that executes the controller. */
  readonly trunk?: User;
  wasLastSampleOk: boolean;
  action: LogicalAction;
  previousResult: Result | undefined;
  sampler: Sampler | undefined;
  /** What scripts have changed in requests of this user; undefined: nothing. */
  requestChanges: RequestChanges | undefined;
  lastPackage: SamplePackage | undefined;
  /** Enclosing transactions that generate a parent sample, outermost first. */
  transactions: TransactionStep[];
  /** Last result of `loop.next`, for break and continue. */
  step: Step;
  /** Loop iterations without a sampler since the last sample. */
  idlePasses: number;
  /** Consecutive pauses caused by such iterations. */
  idlePauses: number;
  /** Index of the sampler's next timer, and the summed delay of the timers before it. */
  timerAt: number;
  timersMs: number;
  /** Returns this user's value for `key`; `make` creates it on first access. */
  stateOf<T>(key: unknown, make: () => T): T;
}

/** What scripts have changed in the requests of a user. */
export interface RequestChanges {
  /** Whether the current request differs from the plan. */
  readonly isChanged: boolean;
  /** Undoes what lasts for one sample only. */
  endSample(): void;
}

/** Executes users; the part of the runner that elements may use. */
export interface Runner {
  readonly wheel: Wheel;
  /** Active users of all groups and workers. */
  readonly activeUsers: number;
  /** Users started by this worker so far. */
  readonly startedUsers: number;
  nowMs(): number;
  log(level: 'info' | 'warn' | 'error', text: string): void;
  /** Registers I/O outside of samples: virtual time does not skip ahead until the promise settles. */
  waitFor(work: Promise<unknown>): void;
  /** Resumes a user whose timer returned `pending` or whose controller parked it. */
  wake(user: User): void;
  /** Resumes a user whose delay is over, and records its lag; called by the wheel. */
  wakeOnTime(user: User): void;
  /** Queues the user to resume later: never within another user's step, and after users that are queued already. */
  wakeSoon(user: User): void;
  /** Completes the sample of a sampler that returned `pending`. */
  finishSample(user: User, result: Result | undefined): void;
  /** Fails the sample of a sampler that returned `pending`, as if `sample` had thrown. */
  failSample(user: User, error: unknown): void;
  /** Stops the test: after the current samples, or immediately. */
  stopTest(isAtOnce: boolean): void;
  /** Counts the user among the active users (1), or no longer (-1), for example while it rests. */
  countUser(user: User, by: 1 | -1): void;
  /** Registers a user outside of any group, so that stopping the test stops it. `wake` starts it. */
  addBranch(user: User): void;
  /** Stops the users of one group: after their current samples, or immediately. */
  stopGroup(group: GroupRun, isAtOnce: boolean): void;
  /** Ends the run because the plan needs a feature that only Apache JMeter has, and reports the reason. */
  refuse(reason: string): void;
  /** Adds a warning to the run; duplicates are reported once. */
  warn(sentence: string): void;
}

export type OnError = 'continue' | 'start-next-loop' | 'stop-thread' | 'stop-test' | 'stop-test-now';

/** A running thread group: its program, shared by its users, and its user counts. */
export interface GroupRun {
  readonly name: string;
  /** Prefix of its users' names. */
  readonly usersName: string;
  /** Index among the groups of its stage, from 1. */
  readonly number: number;
  readonly loop: IteratingController;
  readonly onError: OnError;
  readonly isSameUserOnNextIteration: boolean;
  /** In plan order. */
  readonly userListeners: readonly UserListener[];
  /** Enclosing controllers of each node, innermost first, without the main loop; for break and continue. */
  readonly parents: ReadonlyMap<unknown, readonly Controller[]>;
  /** `ThreadGroup.num_threads` of the plan; 0 for groups without it. */
  readonly plannedUsers: number;
  /** Active users of this group, in all workers. */
  readonly activeUsers: number;
  /** Adds `by` to the active users: 1 or -1. */
  countUser(by: number): void;
}

/** Returned instead of a sampler when there is nothing to do yet: the runner lets other users run and calls `next` again. */
export interface Pause {
  readonly kind: 'pause';
  /** The controller wakes the user itself; the runner does not poll. */
  readonly isParked: boolean;
}
export const pause: Pause = { kind: 'pause', isParked: false };
export const parked: Pause = { kind: 'pause', isParked: true };

/** Result of `next`: what to execute, or undefined at the end of an iteration. */
export type Step = Sampler | TransactionStep | Pause | undefined;

/** One execution of a transaction that generates a parent sample. */
export interface TransactionStep {
  readonly kind: 'transaction';
  readonly controller: { readonly package: Pick<SamplePackage, 'assertions' | 'listeners'> };
  readonly result: Result;
  subSampler: Step;
  readonly isDone: boolean;
  addSubResult(child: Result): void;
}

/**
 * A controller of a plan, shared by all users; mutable state is in `user.states`. The protocol is JMeter's, method by
 * method, because only the same calls reproduce how nested controllers interact.
 */
export interface Controller {
  readonly kind: 'controller';
  /** Label that a Switch controller matches; set when the controller is added to its parent. */
  name?: Text;
  initialize(user: User): void;
  next(user: User): Step;
  isDone(user: User): boolean;
  triggerEndOfLoop(user: User): void;
}

/** Controllers that `break` and `continue` apply to. */
export interface IteratingController extends Controller {
  startNextLoop(user: User): void;
  breakLoop(user: User): void;
}

export function isIterating(controller: Controller): controller is IteratingController {
  return 'startNextLoop' in controller;
}

export type Node = Controller | Sampler;

/** Returned by a sampler that completes later with `runner.finishSample`, and by a timer that wakes the user itself. */
export const pending = Symbol('pending');

/** One sampler of a plan, shared by all users. */
export interface Sampler {
  readonly kind: 'sampler';
  readonly name: Text;
  /** The elements in its scope; set once the group is compiled. */
  package: SamplePackage;
  /** Set once the group is compiled. */
  source?: SamplerSource;
  sample(user: User): Result | undefined | typeof pending;
  /** Called once with the sampler's scope, before the first sample. */
  configure?(scope: Scope): void;
  /** The request of the user's next or current sample, for scripts; undefined for samplers without one. */
  requestOf?(user: User): RequestObject;
  /** Ends the running sample as soon as possible; called when the run stops immediately. */
  interrupt?(user: User): void;
  /** Ends the running sample the way JMeter's Sample Timeout does; the user continues. */
  timeOutSample?(user: User): void;
}

/** A sampler as the plan has it, with the configs in its scope, innermost first. */
export interface SamplerSource {
  readonly element: PlanElement;
  readonly configs: readonly PlanElement[];
}

/** The elements in a sampler's scope, each list in the order of execution. */
export interface SamplePackage {
  preProcessors: readonly PreProcessor[];
  timers: readonly Timer[];
  postProcessors: readonly PostProcessor[];
  assertions: readonly Assertion[];
  listeners: readonly Listener[];
  /** Set for samplers only. */
  answers?: ResponseUse;
  /** Whether some of these elements run outside of the engine: only then their methods may return a promise. */
  runsOutside?: boolean;
}

/** Package of a sampler whose group is not compiled yet. */
export const noPackage: SamplePackage = {
  preProcessors: [],
  timers: [],
  postProcessors: [],
  assertions: [],
  listeners: [],
};

export interface PreProcessor {
  process(user: User): void | Promise<void>;
}

export interface PostProcessor {
  /** Processes `user.previousResult`. */
  process(user: User): void | Promise<void>;
}

export interface Timer {
  /** Milliseconds to wait. A timer that waits for other users returns `pending` and wakes the user itself. */
  delayMs(user: User): number | typeof pending | Promise<number>;
}

export type AssertionScope = 'parent' | 'children' | 'all' | 'variable';

export interface Assertion {
  readonly name: Text;
  scope(user: User): AssertionScope;
  check(result: Result, user: User): AssertionOutcome;
  /** In place of `check`, for assertions that run outside of the engine. */
  checkOutside?(result: Result, user: User): Promise<AssertionOutcome>;
}

/** Which part of a response body is read: none, its decoded text, or its raw bytes. */
export type BodyUse = 'none' | 'text' | 'bytes';

/** How the elements of a plan use a response after its sample has ended. */
export interface ResponseUse {
  /** Some element reads the previous result after the sample; otherwise it is released. */
  isReadLater: boolean;
}

export interface Listener {
  /** Set by listeners that read a result only during `sampleOccurred`. Unset: the result may be read at any time. */
  readonly bodyUse?: BodyUse;
  /** `isTransaction`: the result of a transaction controller that generates no parent sample. */
  sampleOccurred(result: Result, user: User, isTransaction: boolean): void;
}

/** Called at each new iteration of the enclosing controller, before its first sampler. */
export interface IterationListener {
  /**
   * Called before the iteration starts, until it returns true. On false, the listener wakes the user itself, to be called
   * again.
   */
  isReady?(user: User): boolean;
  /** `pass`: the controller's own count. `isLoop`: the controller is a Loop controller. */
  iterationStart(user: User, pass: number, isLoop: boolean): void;
}

/** Called when a user starts and when it ends. */
export interface UserListener {
  userStarted?(user: User): void;
  userFinished?(user: User): void;
}

/** Called before the first user starts and after the last has ended; once, even if the element is in several groups. */
export interface PlanListener {
  /** The placeholder has the variables of the plan but never runs. */
  planStarted?(placeholderUser: User): void;
  planEnded?(): void | Promise<void>;
}

/** Thrown to end the current user like a Java error that no code of JMeter catches: open transactions are not ended. */
export class UserFailure extends Error {}

/** Thrown to stop the current user or the whole test. */
export class StopRequest extends Error {
  readonly what: 'thread' | 'test' | 'test-now';

  constructor(what: StopRequest['what'], message: string) {
    super(message);
    this.what = what;
  }
}

/**
 * A compiled element. It may have several roles: a transaction controller is also a sample listener, a cookie manager is
 * a config and a user listener.
 */
export interface CompiledElement {
  /** Set by the group compiler. */
  element?: PlanElement;
  /** Set by the group compiler. */
  bodyUse?: BodyUse;
  /** Whether its processor, timer or assertion runs outside of the engine, and returns promises. */
  runsOutside?: boolean;
  controller?: Controller;
  sampler?: Sampler;
  preProcessor?: PreProcessor;
  timer?: Timer;
  postProcessor?: PostProcessor;
  assertion?: Assertion;
  listener?: Listener;
  /** Samplers in its scope look it up by its kind. */
  config?: Config;
  iterationListener?: IterationListener;
  /** Time limit of every sample of the group, independent of the element's position; 0: no limit. */
  sampleLimit?: { limitMs(user: User): number };
  userListener?: UserListener;
  planListener?: PlanListener;
}

export interface Config {
  kind: string;
  value: unknown;
}

/** The scope of one sampler. Complete only after the group is compiled, because later elements count too. */
export interface Scope {
  /** Configs of a kind, innermost first. */
  configs(kind: string): unknown[];
  /** Which part of response bodies the elements in scope read. */
  readonly bodyUse: BodyUse;
  readonly answers: ResponseUse;
}

/** The index variable of a loop. */
export interface LoopIndexVariable {
  /** Undefined when the name differs between users. */
  readonly index: VariableName | undefined;
  /** No other element writes it. */
  readonly isOnlyWriter: boolean;
}

/** The services that element compilers use. */
export interface CompileContext {
  readonly environment: Environment;
  /** The plan is in functional mode: sub-results keep their own labels. */
  readonly isFunctional: boolean;
  /** Compiles a property of an element. All groups get the same text. */
  text(element: PlanElement, property: string, fallback?: string): Text;
  compile(raw: string): Text;
  /** Allocates the index of a controller's state in `user.states`. */
  nextIndex(): number;
  /** The index variable of a loop with this name. */
  loopIndexVariable(name: Text): LoopIndexVariable;
  /** Numbers shared by the users of all groups and workers. */
  readonly numbers: SharedNumbers;
  /** A unique name of the element, the same in all workers; for `numbers.at`. */
  nameOf(element: PlanElement): string;
  /** Returns the value that all groups of this worker share under `key`, usually the element. */
  shared<T>(key: unknown, make: () => T): T;
}

export type ElementCompiler = (element: PlanElement, context: CompileContext) => CompiledElement;

/** The part of a run in which a group executes. */
export type Stage = 'setup' | 'main' | 'teardown';

/** A type of thread group: decides when users start and end. */
export interface GroupKind {
  readonly stage: Stage;
  /** For groups whose main loop is not a Loop controller. */
  makeLoop?(element: PlanElement, context: CompileContext): IteratingController;
  /** Each iteration simulates a new user, whatever the plan says. */
  readonly isNewUserInEachPass?: boolean;
  /** Prefix of user names, when it is not the group's name. */
  usersName?(name: string): string;
  /** Following groups start only after a returned promise is fulfilled. */
  start(group: GroupStart): void | Promise<void>;
}

export interface GroupStart {
  readonly element: PlanElement;
  readonly name: string;
  /** Start of the group in epoch milliseconds. */
  readonly startMs: number;
  /** Start of the test in epoch milliseconds. */
  readonly testStartMs: number;
  /** A number in [0, 1). */
  random(): number;
  readonly runner: Runner;
  /** Evaluates a property of the group before any user exists. */
  read(property: string, fallback?: string): string;
  /** Evaluates any text of the plan before any user exists. */
  evaluate(raw: string): string;
  /** The main loop of its users. */
  readonly loop: IteratingController;
  /** Schedules the next user; undefined when it belongs to another worker. */
  addUser(beginsAtMs: number, endsAtMs?: number, onEnd?: () => void): User | undefined;
  /** How many of the first `users` users belong to this worker. */
  share(users: number): number;
  /** Stops a user after its current sample, or immediately. */
  stopUser(user: User, isAtOnce?: boolean): void;
  /** The users of this worker that have not ended, in the order of their start. */
  liveUsers(): User[];
  /** Calls the listener when the number of users of the whole group is changed during the run, while its stage runs. */
  onUsersChange(listener: (users: number) => void): void;
  /** Keeps the stage running without users until the returned function is called. */
  hold(): () => void;
  /** Calls the listener when the test stops: no more users may be added. */
  onStop(listener: () => void): void;
}
