import { setTimeout as sleep } from 'node:timers/promises';
import type { GeneratorReport } from '../../domain/generator.ts';
import { maskerOf } from '../../domain/secret.ts';
import type { Log } from '../../lib/log.ts';
import type { Masker } from '../../lib/masker.ts';
import type {
  AgentMessage,
  DesiredExecution,
  ExecutionGenerator,
  ExecutionStatus,
} from '../../protocol/messages.ts';
import type { Tool, ToolExecution } from '../../tools/tool.ts';
import { Backoff } from '../backoff.ts';
import { Spool } from '../spool/spool.ts';
import { conclude } from './conclude.ts';
import { deliver, rest } from './deliver.ts';
import { DesiredState } from './desired-state.ts';
import { DiskWatch } from './disk-watch.ts';
import { endTool } from './end-tool.ts';
import { errorMessages } from './error-messages.ts';
import { ErrorSampleSender } from './error-sample-sender.ts';
import type { ExecutionContext, NodeContext } from './execution-context.ts';
import { type ExecutionRecord, type RecordChange, type Step, saveRecord } from './execution-record.ts';
import { FrameSender, type FrameTransport } from './frame-sender.ts';
import { hold } from './hold.ts';
import { LiveLog } from './live-log.ts';
import { measure } from './measure.ts';
import { prepare } from './prepare.ts';
import { RowFeeds } from './row-feeds.ts';
import type { Workspace } from './workspace.ts';

export interface AgentTransport extends FrameTransport {
  send(message: AgentMessage): boolean;
}

export interface ExecutionOptions {
  node: NodeContext;
  record: ExecutionRecord;
  workspace: Workspace;
  tool: Tool;
  transport: AgentTransport;
  log: Log;
  /** Aborts when the agent exits: the tool keeps running, and the next agent adopts the execution. */
  signal: AbortSignal;
}

const maxFailuresInARow = 5;
const maxTakeoversInARow = 10;
const diskEveryMs = 250;
/** Protects the inodes of the node's file system. */
const maxFilesOnDisk = 1_000_000;
const stepsOfTool: ReadonlySet<Step> = new Set(['prepare', 'hold', 'measure']);

const doStep: Record<Step, (context: ExecutionContext) => Promise<void>> = {
  prepare,
  hold: withRows(hold),
  measure: withRows(measure),
  conclude,
  deliver,
  rest,
};

/** The tool may read rows of leased data files. */
function withRows(step: (context: ExecutionContext) => Promise<void>) {
  return (context: ExecutionContext) => context.rows.during(() => step(context), context.signal);
}

/** Runs one execution from its recorded step to the end. */
export class Execution implements ExecutionContext {
  readonly node: NodeContext;
  readonly workspace: Workspace;
  readonly tool: Tool;
  readonly spool: Spool;
  readonly sender: FrameSender;
  readonly liveLog: LiveLog;
  readonly errorSamples: ErrorSampleSender;
  readonly rows: RowFeeds;
  readonly desired: DesiredState;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly masker: Masker | undefined;
  readonly #transport: AgentTransport;
  readonly #leaving: AbortSignal;
  #record: ExecutionRecord;
  #saving: Promise<void> = Promise.resolve();
  #progress: string | null = null;
  #isProgressNew = false;
  #generator: GeneratorReport | undefined;
  diskProblem: string | undefined;

  private constructor(options: ExecutionOptions, spool: Spool) {
    const { record, transport } = options;
    const { executionId } = record.spec;
    this.node = options.node;
    this.workspace = options.workspace;
    this.tool = options.tool;
    this.log = options.log.child({ executionId });
    this.spool = spool;
    this.masker = maskerOf(record.spec);
    this.desired = new DesiredState(record.want, record.startAtMs);
    this.#transport = transport;
    this.#record = record;
    this.#leaving = options.signal;
    this.signal = AbortSignal.any([options.signal, this.desired.forgetSignal]);
    const { onFramesSent } = options.node;
    this.sender = new FrameSender({
      executionId,
      spool,
      transport,
      log: this.log,
      ...(onFramesSent && { onSent: onFramesSent }),
    });
    const execution = this.toolExecution(this.signal);
    const toService = {
      tool: this.tool,
      execution,
      log: this.log,
      masker: this.masker,
      sendMessage: (message: AgentMessage) => transport.send(message),
    };
    this.liveLog = new LiveLog(toService);
    this.errorSamples = new ErrorSampleSender(toService);
    this.rows = new RowFeeds({
      workspace: this.workspace,
      executionId,
      hasDataFiles: Boolean(record.spec.dataFiles),
      log: this.log,
      sendMessage: toService.sendMessage,
    });
  }

  /** Opens a new execution, or one that an earlier agent recorded. */
  static async open(options: ExecutionOptions): Promise<Execution> {
    await saveRecord(options.workspace, options.record);
    return new Execution(options, await Spool.open(options.workspace.spool));
  }

  /**
   * Counts takeovers. An execution that crashes its agent would restart it forever, so it is ended after
   * `maxTakeoversInARow` takeovers without a new frame.
   */
  async noteTakeover(): Promise<void> {
    const { step, takeovers } = this.#record;
    if (step !== 'measure' && step !== 'conclude') return;
    const { lastSeq } = this.spool.progress;
    const count = takeovers?.lastSeq === lastSeq ? takeovers.count + 1 : 1;
    await this.save({ takeovers: { lastSeq, count } });
    if (count < maxTakeoversInARow) return;
    await endTool(this);
    const sentence = `The agent crashed ${count} times in a row during this execution. The execution was stopped.`;
    await this.save({ step: 'conclude', endedEarly: 'failed', errors: [sentence] });
  }

  get record(): Readonly<ExecutionRecord> {
    return this.#record;
  }

  get isDelivered(): boolean {
    return this.#record.step === 'rest';
  }

  get status(): ExecutionStatus {
    const { spec, errors, outcome } = this.#record;
    return {
      executionId: spec.executionId,
      state: stateOf(this.#record),
      progress: this.#progress,
      errors: this.#masked(errors),
      outcome: outcome && {
        ...outcome,
        errors: this.#masked(outcome.errors),
        ...(outcome.warnings && { warnings: this.#masked(outcome.warnings) }),
      },
    };
  }

  #masked(texts: string[]): string[] {
    const { masker } = this;
    return masker ? texts.map((text) => masker.text(text)) : texts;
  }

  /** Runs the remaining steps. `left`: the agent exits; `forgotten`: the tool has exited and the workspace can be removed. */
  async run(): Promise<'left' | 'forgotten'> {
    const watching = this.#watchDisk().catch((error) => this.log.error({ err: error }, 'disk-watch.failed'));
    await this.#goThroughSteps();
    await watching;
    if (!this.#leaving.aborted) await endTool(this);
    await this.sender.close();
    await this.#saving;
    await this.spool.close();
    await this.rows.close();
    return this.#leaving.aborted ? 'left' : 'forgotten';
  }

  desire(want: DesiredExecution['want'], startAtMs: number | null): void {
    if (!this.desired.update(want, startAtMs) || want === 'forget') return;
    this.save({ want, startAtMs: this.desired.startAtMs }).catch((error) => {
      this.log.error({ err: error }, 'execution.desired-state.not_saved');
    });
  }

  /** Adds an error to an execution that is not over. */
  noteError(sentence: string): void {
    const added = ({ step, errors }: ExecutionRecord) =>
      step === 'deliver' || step === 'rest' ? {} : { errors: [...errors, sentence] };
    this.save(added).catch((error) => {
      this.log.error({ err: error }, 'execution.error.not_saved');
    });
  }

  /** Called on each new connection; `isKnown`: its hello contained this execution. */
  connected(isKnown: boolean): void {
    this.liveLog.reset();
    this.errorSamples.reset();
    this.rows.reconnected();
    this.sender.opened(isKnown);
  }

  /** Called about once a second. */
  tick(): void {
    this.sender.tick();
    if (this.#isProgressNew) this.#sendStatus();
  }

  save(change: RecordChange): Promise<void> {
    const save = async () => {
      const changed = typeof change === 'function' ? change(this.#record) : change;
      const record = { ...this.#record, ...changed };
      await saveRecord(this.workspace, record);
      const isNews = stateOf(record) !== stateOf(this.#record) || record.outcome !== this.#record.outcome;
      this.#record = record;
      if (isNews) this.#sendStatus();
    };
    const saved = this.#saving.then(save);
    this.#saving = saved.catch(() => {});
    return saved;
  }

  reportProgress(progress: string | null): void {
    if (progress === this.#progress) return;
    this.#progress = progress;
    this.#isProgressNew = true;
  }

  noteGenerator(report: GeneratorReport): void {
    this.#generator = report;
  }

  /** Defined in step `measure`, for tools that report it. */
  get generator(): ExecutionGenerator | undefined {
    const { step, spec } = this.#record;
    return step === 'measure' && this.#generator
      ? { executionId: spec.executionId, ...this.#generator }
      : undefined;
  }

  /** The last report of the tool, for the outcome. */
  get lastGenerator(): GeneratorReport | undefined {
    return this.#generator;
  }

  toolExecution(signal: AbortSignal): ToolExecution {
    return {
      cacheDir: this.node.cacheDir,
      javaOptions: this.node.javaOptions,
      log: this.log,
      signal,
      spec: this.#record.spec,
      folders: this.workspace,
      memoryBytes: this.node.memoryBytesPerExecution,
      diskBytes: this.node.diskBytesPerExecution,
      ...(this.node.sandbox ? { sandbox: this.node.sandbox } : {}),
    };
  }

  async #goThroughSteps(): Promise<void> {
    const backoff = new Backoff();
    let failures = 0;
    while (!this.signal.aborted) {
      const { step } = this.#record;
      try {
        await doStep[step](this);
        backoff.reset();
        failures = 0;
      } catch (error) {
        if (this.signal.aborted) return;
        failures++;
        this.log.error({ err: error, step, failures }, 'execution.step.failed');
        if (failures >= maxFailuresInARow) await this.#cutShort(error);
        await sleep(backoff.nextMs(), undefined, { signal: this.signal }).catch(() => {});
      }
    }
  }

  /** Kills a tool that cannot be controlled or read, so that the run ends. */
  async #cutShort(error: unknown): Promise<void> {
    const { step } = this.#record;
    if (step !== 'hold' && step !== 'measure') return;
    try {
      await endTool(this);
      await this.save(({ errors }) => ({
        step: 'conclude',
        errors: [...errors, ...errorMessages(error, 'Controlling the tool')],
      }));
    } catch (failure) {
      this.log.error({ err: failure, step }, 'execution.abort.failed');
    }
  }

  /** Runs during the steps in which the tool may run. */
  async #watchDisk(): Promise<void> {
    const watch = await DiskWatch.begin(this.workspace.root, {
      maxBytes: this.node.diskBytesPerExecution,
      maxFiles: maxFilesOnDisk,
    });
    while (!this.signal.aborted && stepsOfTool.has(this.#record.step) && this.diskProblem === undefined) {
      this.diskProblem = await watch.look().catch(() => undefined);
      if (this.diskProblem === undefined)
        await sleep(diskEveryMs, undefined, { signal: this.signal }).catch(() => {});
    }
    if (this.diskProblem === undefined) return;
    this.log.warn({ problem: this.diskProblem }, 'execution.disk-quota.exceeded');
    await endTool(this).catch((error) => this.log.error({ err: error }, 'tool.kill.failed'));
    this.desired.changed.notify();
  }

  #sendStatus(): void {
    if (this.#transport.send({ type: 'status', execution: this.status })) this.#isProgressNew = false;
  }
}

function stateOf(record: ExecutionRecord): ExecutionStatus['state'] {
  switch (record.step) {
    case 'prepare':
      return 'preparing';
    case 'hold':
      return 'ready';
    case 'measure':
      return 'running';
    case 'conclude':
      return record.releaseAtMs === null ? 'preparing' : 'running';
    case 'deliver':
      return 'ended';
    case 'rest':
      return 'delivered';
  }
}
