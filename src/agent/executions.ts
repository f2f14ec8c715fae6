import type { ExecutionOutcome } from '../domain/execution.ts';
import type { Log } from '../lib/log.ts';
import { removeTree } from '../lib/remove-tree.ts';
import type { DesiredExecution, ExecutionGenerator, ExecutionStatus } from '../protocol/messages.ts';
import { endKeptTool } from '../tools/sandbox/end-kept-tool.ts';
import type { Tool } from '../tools/tool.ts';
import { errorMessages } from './execution/error-messages.ts';
import { type AgentTransport, Execution } from './execution/execution.ts';
import type { NodeContext } from './execution/execution-context.ts';
import { type ExecutionRecord, loadRecord, newRecord } from './execution/execution-record.ts';
import { missingTool } from './execution/missing-tool.ts';
import type { RowsMessage } from './execution/row-feed.ts';
import {
  createWorkspace,
  listWorkspaces,
  removeWorkspace,
  type Workspace,
  workspaceAt,
} from './execution/workspace.ts';

export interface ExecutionsOptions {
  /** The folder with one folder per execution. */
  folder: string;
  node: NodeContext;
  tools: readonly Tool[];
  transport: AgentTransport;
  log: Log;
  /** Aborts when the agent exits; the executions stay on disk. */
  signal: AbortSignal;
}

/** Reconciles the executions of this node with the desired state of the service. */
export class Executions {
  readonly #options: ExecutionsOptions;
  readonly #open = new Map<string, Execution>();
  /** Executions being opened or removed. */
  readonly #busy = new Set<string>();
  /** Last desired state received; undefined before the first. */
  #desired: Map<string, DesiredExecution> | undefined;
  readonly #tasks = new Set<Promise<void>>();
  #isClosing = false;

  constructor(options: ExecutionsOptions) {
    this.#options = options;
  }

  /** Adopts the executions that an earlier agent left on disk. */
  async adopt(): Promise<void> {
    const { folder, log } = this.#options;
    for (const executionId of await listWorkspaces(folder, log)) {
      const workspace = workspaceAt(folder, executionId);
      const record = await loadRecord(workspace).catch((error) => {
        log.warn({ executionId, err: error }, 'workspace.state.unreadable');
      });
      if (!record) {
        await endKeptTool(workspace);
        await removeTree(workspace.root).catch((error) =>
          log.error({ executionId, err: error }, 'workspace.not_removed'),
        );
        continue;
      }
      log.info({ executionId, step: record.step }, 'execution.adopted');
      await this.#start(record, workspace, true);
    }
  }

  get generators(): ExecutionGenerator[] {
    return [...this.#open.values()].flatMap((execution) => execution.generator ?? []);
  }

  get statuses(): ExecutionStatus[] {
    return [...this.#open.values()].map((execution) => execution.status);
  }

  get isIdle(): boolean {
    return this.#busy.size === 0 && this.#open.size === 0;
  }

  /** Size of the spools and number of unacknowledged frames of all executions. */
  get spooled(): { spoolBytes: number; framesWaiting: number } {
    let spoolBytes = 0;
    let framesWaiting = 0;
    for (const { spool, sender } of this.#open.values()) {
      spoolBytes += spool.sizeBytes;
      framesWaiting += sender.waitingFrames;
    }
    return { spoolBytes, framesWaiting };
  }

  /** True when the service has the results of all executions. */
  get isAllDelivered(): boolean {
    return this.#busy.size === 0 && [...this.#open.values()].every((execution) => execution.isDelivered);
  }

  /** Applies the complete desired state: executions that are not listed are forgotten. */
  reconcile(desired: readonly DesiredExecution[]): void {
    this.#desired = new Map(desired.map((each) => [each.spec.executionId, each]));
    for (const [executionId, execution] of this.#open) this.#apply(executionId, execution);
    for (const [executionId, desiredExecution] of this.#desired) {
      if (desiredExecution.want === 'forget' || this.#open.has(executionId) || this.#busy.has(executionId))
        continue;
      this.#own(this.#begin(desiredExecution));
    }
  }

  acked(executionId: string, seq: number): void {
    this.#open.get(executionId)?.sender.acked(seq);
  }

  rowsLeased(message: RowsMessage): void {
    this.#open.get(message.executionId)?.rows.received(message);
  }

  /** Called after a hello with all executions has been sent. */
  connected(): void {
    for (const execution of this.#open.values()) execution.connected(true);
  }

  tick(): void {
    for (const execution of this.#open.values()) execution.tick();
  }

  /** Stops all executions gracefully and refuses new ones. `error` is reported by those that are not over. */
  stopAll(error?: string): void {
    this.#isClosing = true;
    for (const execution of this.#open.values()) {
      if (error !== undefined) execution.noteError(error);
      execution.desire('stop', null);
    }
  }

  /** The node ends: kills and removes all executions. */
  async forgetAll(): Promise<void> {
    this.#isClosing = true;
    for (const execution of this.#open.values()) execution.desire('forget', null);
    await this.settled();
  }

  /** Resolves when all tasks have finished. */
  async settled(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  #apply(executionId: string, execution: Execution): void {
    if (!this.#desired) return;
    const desiredExecution = this.#desired.get(executionId);
    execution.desire(desiredExecution?.want ?? 'forget', desiredExecution?.startAtMs ?? null);
    if (desiredExecution?.control) execution.desired.updateControl(desiredExecution.control);
  }

  async #begin(desiredExecution: DesiredExecution): Promise<void> {
    const { executionId } = desiredExecution.spec;
    this.#busy.add(executionId);
    try {
      const workspace = workspaceAt(this.#options.folder, executionId);
      await createWorkspace(workspace);
      await this.#start(
        this.#isClosing ? refusedRecord(desiredExecution) : newRecord(desiredExecution),
        workspace,
      );
    } catch (error) {
      this.#options.log.error({ executionId, err: error }, 'execution.start.failed');
      const sentences = errorMessages(error, 'Creating the workspace on the node');
      this.#options.transport.send({ type: 'status', execution: failedStatus(executionId, sentences) });
    } finally {
      this.#busy.delete(executionId);
    }
  }

  async #start(record: ExecutionRecord, workspace: Workspace, isTakenOver = false): Promise<void> {
    const { node, transport, log, signal, tools } = this.#options;
    const { executionId } = record.spec;
    const tool = tools.find((each) => each.name === record.spec.tool) ?? missingTool(record.spec.tool);
    const execution = await Execution.open({ node, record, workspace, tool, transport, log, signal });
    if (isTakenOver) await execution.noteTakeover();
    this.#open.set(executionId, execution);
    if (this.#isClosing) execution.desire('stop', null);
    this.#apply(executionId, execution);
    if (transport.isOpen) {
      execution.connected(false);
      transport.send({ type: 'status', execution: execution.status });
    }
    this.#own(this.#run(executionId, execution));
  }

  async #run(executionId: string, execution: Execution): Promise<void> {
    const end = await execution.run();
    if (end === 'forgotten') {
      this.#busy.add(executionId);
      this.#open.delete(executionId);
      try {
        await endKeptTool(execution.workspace);
        await removeWorkspace(this.#options.folder, executionId);
      } finally {
        this.#busy.delete(executionId);
      }
    }
  }

  #own(task: Promise<void>): void {
    const owned = task
      .catch((error) => {
        this.#options.log.error({ err: error }, 'execution.task.failed');
      })
      .finally(() => this.#tasks.delete(owned));
    this.#tasks.add(owned);
  }
}

function refusedRecord(desiredExecution: DesiredExecution): ExecutionRecord {
  const errors = ['The node is ending, so it starts no new executions.'];
  return { ...newRecord(desiredExecution), endedEarly: 'failed', errors, step: 'conclude' };
}

/** The final status of an execution whose workspace could not be created. */
function failedStatus(executionId: string, errors: string[]): ExecutionStatus {
  const outcome: ExecutionOutcome = {
    exitCode: null,
    signal: null,
    errors,
    samplesProduced: 0,
    samplesFramed: 0,
    lastSeq: 0,
    firstSampleAtMs: null,
  };
  return { executionId, state: 'delivered', progress: null, errors, outcome };
}
