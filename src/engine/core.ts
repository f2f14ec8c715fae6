import type { PlanElement } from '../plans/jmeter/plan-tree.ts';
import type { LoopIndexVariable } from './controllers/loop-index.ts';
import type { AssertionOutcome, LogicalAction, Result } from './sampling/result.ts';
import type { Clock } from './users/clock.ts';
import type { VariableNames, Variables } from './users/variables.ts';
import type { Wheel, WheelEntry } from './users/wheel.ts';

/**
 * The words of the engine in one place: what a plan is compiled into, and what goes through it. Only types and the few
 * values that belong to them, so every element can know all of them and none of the others.
 */

/** A property of a plan with its variables and functions, compiled. */
export interface Text {
  /** As written in the plan. */
  readonly raw: string;
  /** The value when it holds neither variable nor function. */
  readonly constant: string | undefined;
  evaluate(user: User): string;
}

/** One function call in a plan. What it keeps between calls it keeps for all users, unless it says otherwise. */
export interface TextFunction {
  evaluate(user: User): string;
}

/** Makes a call from its arguments. */
export type TextFunctionMaker = (args: readonly Text[], world: World) => TextFunction;

/** What all elements and functions of a plan share within one worker. */
export interface World {
  readonly properties: Map<string, string>;
  readonly functions: ReadonlyMap<string, TextFunctionMaker>;
  /** Of the variables that the plan speaks of. */
  readonly variableNames: VariableNames;
  /** Sent where a plan sets none. */
  readonly userAgent: string;
  /** The plan's file, without its folder. */
  readonly planName: string;
  /** Where relative file names begin. */
  readonly filesFolder: string;
  /** What the users of all workers share; of this worker alone when there is none. */
  readonly numbers?: SharedNumbers;
  /** Epoch milliseconds, with fractions. */
  nowMs(): number;
  /** The same when somebody looked last, which happens often in a turn of the event loop; never for times of samples. */
  cachedNowMs(): number;
  /** Makes the timer of a run's wheel; of real time when there is none. */
  readonly wheelTimer?: Clock['wheelTimer'];
  /** From 0 up to, not including, 1. With a seed it is the current user's own. */
  random(): number;
  log(level: 'info' | 'warn' | 'error', text: string): void;
}

/** A number that users share, also those of other workers. */
export interface SharedNumber {
  /** Looks at it and changes it while nobody else does; undefined until somebody has set it. */
  hold<T>(work: (number: { value: number | undefined }) => T): T;
}

/** All such numbers of a plan, by name. */
export interface SharedNumbers {
  at(name: string): SharedNumber;
  /** One without a name, which is the same in all workers by its place among those asked for while the plan is compiled. */
  next(): SharedNumber;
}

/** Where a user is within a sample. */
export type Phase = 'waiting' | 'next' | 'yielded' | 'parked' | 'delayed' | 'sampling' | 'ended';

/** One virtual user: JMeter's thread with its context and variables. Small, because there are many. */
export interface User extends WheelEntry {
  readonly runner: Runner;
  readonly group: GroupRun;
  /** Counts the users of a group, from 0. */
  readonly number: number;
  readonly name: string;
  readonly variables: Variables;
  /** Of controllers, by their index. */
  readonly states: unknown[];
  phase: Phase;
  isRunning: boolean;
  /** When its present sample began, while it is sampling. */
  samplingSinceMs: number;
  /** The service has broken off what it was doing: what comes of it is no sample. */
  isAborted: boolean;
  /** Epoch milliseconds at which the scheduler of its group ends it. */
  endsAtMs: number;
  /** Passes of the group's main loop begun so far. */
  iteration: number;
  /** Whether the next pass is still the same person's. */
  isSameOnNextIteration: boolean;
  /** Of those who do a part of somebody's work: whose. */
  readonly trunk?: User;
  wasLastSampleOk: boolean;
  action: LogicalAction;
  previousResult: Result | undefined;
  sampler: Sampler | undefined;
  lastPackage: SamplePackage | undefined;
  /** The transactions with parent samples around the sampler, from the outside. */
  transactions: TransactionStep[];
  /** What `next` gave last, for break and continue. */
  step: Step;
  /** Passes of loops that found nothing to do since the last sample. */
  idlePasses: number;
  /** How often in a row it has paused because of that. */
  idlePauses: number;
  /** Which of the sampler's timers comes next, and how long those before it want to wait. */
  timerAt: number;
  timersMs: number;
  /** Something that an element keeps for this user, made when first asked for. */
  keep<T>(key: unknown, make: () => T): T;
}

/** Takes users through their plans; what elements may ask of it. */
export interface Runner {
  readonly wheel: Wheel;
  /** Users active in all groups, of all workers. */
  readonly activeUsers: number;
  /** All that have come so far. */
  readonly startedUsers: number;
  nowMs(): number;
  log(level: 'info' | 'warn' | 'error', text: string): void;
  /** The engine is not idle before it is settled: I/O that is no sample of a user. */
  waitFor(work: Promise<unknown>): void;
  /** A user whose timer returned `pending`, or whose controller parked it, may go on. */
  wake(user: User): void;
  /** The same, but not within what somebody else is doing, and after those who wait for their turn already. */
  wakeSoon(user: User): void;
  /** Called by samplers that returned `pending`. */
  finishSample(user: User, result: Result | undefined): void;
  /** The same for those that would have thrown. */
  failSample(user: User, error: unknown): void;
  /** Something in the plan wants all to stop: in order, or at once. */
  stopTest(isAtOnce: boolean): void;
  /** A user comes back to those who count as active, or is none of them for a while. */
  countUser(user: User, by: 1 | -1): void;
  /** A user that no group knows of, who begins when it is woken, is told to stop like all others. */
  addBranch(user: User): void;
  /** The users of one group are to stop: in order, or at once. */
  stopGroup(group: GroupRun, isAtOnce: boolean): void;
  /** This engine meets something that only Apache JMeter can do: the run ends, and its owner is told why. */
  refuse(reason: string): void;
  /** The owner of the run is told so, once. */
  warn(sentence: string): void;
}

export type OnError = 'continue' | 'start-next-loop' | 'stop-thread' | 'stop-test' | 'stop-test-now';

/** A thread group as it runs: its program, shared by its users, and how many of them there are. */
export interface GroupRun {
  readonly name: string;
  /** What the names of its users begin with. */
  readonly usersName: string;
  /** Counts the groups of a plan, from 1. */
  readonly number: number;
  readonly loop: IteratingController;
  readonly onError: OnError;
  readonly isSameUserOnNextIteration: boolean;
  /** In the order of the plan. */
  readonly userListeners: readonly UserListener[];
  /** The controllers around each node, from the inside out, for break and continue; the main loop is not among them. */
  readonly parents: ReadonlyMap<unknown, readonly Controller[]>;
  /** How many users the plan wants, where it says so. */
  readonly plannedUsers: number;
  /** Of all workers. */
  readonly activeUsers: number;
  /** One has come (1) or gone (-1). */
  countUser(by: number): void;
}

/** Returned instead of a sampler: nothing to do right now, ask again later. It lets other users go on. */
export interface Pause {
  readonly kind: 'pause';
  /** Somebody will wake the user; until then there is no use in asking. */
  readonly isParked: boolean;
}
export const pause: Pause = { kind: 'pause', isParked: false };
export const parked: Pause = { kind: 'pause', isParked: true };

/** What `next` gives: something to sample, or undefined at the end of a pass. */
export type Step = Sampler | TransactionStep | Pause | undefined;

/** One pass through a transaction that makes a parent sample. */
export interface TransactionStep {
  readonly kind: 'transaction';
  readonly controller: { readonly package: Pick<SamplePackage, 'assertions' | 'listeners'> };
  readonly result: Result;
  subSampler: Step;
  readonly isDone: boolean;
  addSubResult(child: Result): void;
}

/**
 * A controller of a plan, shared by all users; what changes is in the user's state for it. The protocol is JMeter's own,
 * method by method, because its controllers meet in ways that only the same steps reproduce.
 */
export interface Controller {
  readonly kind: 'controller';
  /** By which a Switch controller finds it; set when it gets its place in the plan. */
  name?: Text;
  initialize(user: User): void;
  next(user: User): Step;
  isDone(user: User): boolean;
  triggerEndOfLoop(user: User): void;
}

/** Controllers that `break` and `continue` can be meant for. */
export interface IteratingController extends Controller {
  startNextLoop(user: User): void;
  breakLoop(user: User): void;
}

export function isIterating(controller: Controller): controller is IteratingController {
  return 'startNextLoop' in controller;
}

export type Node = Controller | Sampler;

/** Returned by a sampler that finishes later, by `user.runner.finishSample`, and by a timer that wakes the user itself. */
export const pending = Symbol('pending');

/** One sampler of a plan, shared by all users. */
export interface Sampler {
  readonly kind: 'sampler';
  readonly name: Text;
  /** Everything in its scope; set once the whole plan is compiled. */
  package: SamplePackage;
  sample(user: User): Result | undefined | typeof pending;
  /** Called once with what is in its scope, before the first sample. */
  configure?(scope: Scope): void;
  /** Ends what is under way as well as it can be ended. */
  interrupt?(user: User): void;
  /** Ends what JMeter can end from outside, while the user goes on. */
  breakOff?(user: User): void;
}

/** What surrounds a sampler, in the order in which it is applied. */
export interface SamplePackage {
  preProcessors: readonly PreProcessor[];
  timers: readonly Timer[];
  postProcessors: readonly PostProcessor[];
  assertions: readonly Assertion[];
  listeners: readonly Listener[];
  /** Set for samplers. */
  answers?: AnswerUse;
}

/** Of a sampler whose group is still being compiled. */
export const noPackage: SamplePackage = {
  preProcessors: [],
  timers: [],
  postProcessors: [],
  assertions: [],
  listeners: [],
};

export interface PreProcessor {
  process(user: User): void;
}

export interface PostProcessor {
  /** The result is `user.previousResult`. */
  process(user: User): void;
}

export interface Timer {
  /** Milliseconds to wait; a timer that waits for other users parks the user by itself and returns `pending`. */
  delayMs(user: User): number | typeof pending;
}

export type AssertionScope = 'parent' | 'children' | 'all' | 'variable';

export interface Assertion {
  readonly name: Text;
  scope(user: User): AssertionScope;
  check(result: Result, user: User): AssertionOutcome;
}

/** What of an answer's body somebody looks at: nothing, its text, or its bytes as they came. */
export type BodyUse = 'none' | 'text' | 'bytes';

/** What the elements of a plan do with answers whose sample is over. */
export interface AnswerUse {
  isReadLater: boolean;
}

export interface Listener {
  /** Of listeners that look at a result only while they are told of it; others may do anything with it at any time. */
  readonly bodyUse?: BodyUse;
  /** `isTransaction` tells results of transaction controllers that wrote no parent sample. */
  sampleOccurred(result: Result, user: User, isTransaction: boolean): void;
}

/** Told at each new pass of the controller it stands in, before its first sampler. */
export interface IterationListener {
  /** Which pass it is, as the controller counts, and whether that controller is a Loop controller. */
  iterationStart(user: User, pass: number, isLoop: boolean): void;
}

/** Told when a user comes and when it goes. */
export interface UserListener {
  userStarted?(user: User): void;
  userFinished?(user: User): void;
}

/** Told before the first user comes and after the last has gone, once however many groups it stands in. */
export interface PlanListener {
  /** The user has the variables of the plan, and is none. */
  planStarted?(placeholderUser: User): void;
  planEnded?(): void | Promise<void>;
}

/** Thrown by whatever decides that the user, or everybody, is to stop. */
export class StopRequest extends Error {
  readonly what: 'thread' | 'test' | 'test-now';

  constructor(what: StopRequest['what'], message: string) {
    super(message);
    this.what = what;
  }
}

/**
 * What an element of a plan becomes. One element may be several things at once: a CSV data set is told of iterations, a
 * transaction controller listens to samples, a cookie manager is a config that is told when users come and go.
 */
export interface CompiledElement {
  /** Set by whoever compiles the group. */
  bodyUse?: BodyUse;
  controller?: Controller;
  sampler?: Sampler;
  preProcessor?: PreProcessor;
  timer?: Timer;
  postProcessor?: PostProcessor;
  assertion?: Assertion;
  listener?: Listener;
  /** Looked up by the samplers in whose scope it is, by its kind. */
  config?: Config;
  iterationListener?: IterationListener;
  /** How long each sample of the group may take, wherever it stands; 0: as long as it likes. */
  sampleLimit?: { limitMs(user: User): number };
  userListener?: UserListener;
  planListener?: PlanListener;
}

export interface Config {
  kind: string;
  value: unknown;
}

/** What is in the scope of one sampler. Known once the whole group is compiled, for what comes later counts too. */
export interface Scope {
  /** Configs of a kind, from the inside out. */
  configs(kind: string): unknown[];
  /** What is looked at by those who are told of the sampler's answers. */
  readonly bodyUse: BodyUse;
  readonly answers: AnswerUse;
}

/** What element compilers get to work with. */
export interface CompileContext {
  readonly world: World;
  /** Compiles a property of an element, with its variables and functions; the same text for every group. */
  text(element: PlanElement, property: string, fallback?: string): Text;
  compile(raw: string): Text;
  /** The place of a new controller's state in each user. */
  nextIndex(): number;
  /** Of the variable in which a loop of this name tells its pass. */
  loopIndexVariable(name: Text): LoopIndexVariable;
  /** Numbers that the users of all groups and workers share. */
  readonly numbers: SharedNumbers;
  /** For them: a name that an element has in all workers, and no other has. */
  nameOf(element: PlanElement): string;
  /** What the users of all groups share in this worker, by a key such as the element it belongs to. */
  shared<T>(key: unknown, make: () => T): T;
}

export type ElementCompiler = (element: PlanElement, context: CompileContext) => CompiledElement;

/** When in a run a group has its turn. */
export type Stage = 'setup' | 'main' | 'teardown';

/** What a kind of thread group decides: when its users come, and when they have to go. */
export interface GroupKind {
  readonly stage: Stage;
  /** Of groups whose main loop is another than a Loop controller. */
  makeLoop?(element: PlanElement, context: CompileContext): IteratingController;
  /** Of groups whose users are somebody new in each pass, whatever the plan says. */
  readonly isNewUserInEachPass?: boolean;
  /** What the names of users begin with, when it is not the group's name. */
  usersName?(name: string): string;
  /** Groups behind one that returns a promise are not started before it is fulfilled. */
  start(group: GroupStart): void | Promise<void>;
}

export interface GroupStart {
  readonly element: PlanElement;
  readonly name: string;
  /** Epoch milliseconds of the group's own start. */
  readonly startMs: number;
  /** The same of the test. */
  readonly testStartMs: number;
  /** From 0 up to, not including, 1. */
  random(): number;
  readonly runner: Runner;
  /** A property with its variables and functions evaluated, before any user is there. */
  read(property: string, fallback?: string): string;
  /** The same for any text of the plan. */
  evaluate(raw: string): string;
  /** The main loop of its users. */
  readonly loop: IteratingController;
  /** The next user, who begins at that moment and is ended at the other; undefined when another worker has it. */
  addUser(beginsAtMs: number, endsAtMs?: number, onEnd?: () => void): User | undefined;
  /** How many of the first so many users are this worker's. */
  share(users: number): number;
  /** Asks a user to end after what it is doing, or breaks that off. */
  stopUser(user: User, isAtOnce?: boolean): void;
  /** Keeps the group alive without users until the returned function is called. */
  hold(): () => void;
  /** Called when the test is to stop, in order or at once: no more users may come. */
  onStop(listener: () => void): void;
}
