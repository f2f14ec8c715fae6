import type { GeneratorReport } from '../../domain/generator.ts';
import type { Log } from '../../lib/log.ts';
import type { Sandbox } from '../../tools/sandbox/sandbox.ts';
import type { Tool, ToolExecution } from '../../tools/tool.ts';
import type { ServiceAddress } from '../service-client.ts';
import type { ServiceClock } from '../service-clock.ts';
import type { Spool } from '../spool/spool.ts';
import type { DesiredState } from './desired-state.ts';
import type { ExecutionRecord } from './execution-record.ts';
import type { FrameSender } from './frame-sender.ts';
import type { LiveLog } from './live-log.ts';
import type { Workspace } from './workspace.ts';

/** What all executions of a node share. */
export interface NodeContext {
  address: ServiceAddress;
  authorization: string;
  cacheDir: string;
  /** For every JVM of a tool. */
  javaOptions: readonly string[];
  memoryBytesPerExecution: number;
  /** What an execution may have on the disk; 0: no limit. */
  diskBytesPerExecution: number;
  clock: ServiceClock;
  /** How user code is kept apart here. */
  sandbox: Sandbox | undefined;
}

/** One execution as its steps see it. */
export interface ExecutionContext {
  readonly node: NodeContext;
  readonly workspace: Workspace;
  readonly tool: Tool;
  readonly spool: Spool;
  readonly sender: FrameSender;
  readonly liveLog: LiveLog;
  readonly desired: DesiredState;
  readonly log: Log;
  /** Aborts when the agent leaves or the execution is to be forgotten; the step is then left as it is. */
  readonly signal: AbortSignal;
  readonly record: Readonly<ExecutionRecord>;
  /** Set when the tool was ended for what it took of the disk: the beginning of a sentence. */
  readonly diskProblem: string | undefined;
  /** Resolves when it is on disk; the service is told of a new state. */
  save(change: Partial<ExecutionRecord>): Promise<void>;
  /** Tells a person who waits what is being done. */
  reportProgress(progress: string | null): void;
  /** How well the tool keeps to its own schedule; told with the vitals of the node. */
  noteGenerator(report: GeneratorReport): void;
  readonly lastGenerator: GeneratorReport | undefined;
  toolExecution(signal: AbortSignal): ToolExecution;
}
