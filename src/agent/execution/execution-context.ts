import type { GeneratorReport } from '../../domain/generator.ts';
import type { Log } from '../../lib/log.ts';
import type { Masker } from '../../lib/masker.ts';
import type { Sandbox } from '../../tools/sandbox/sandbox.ts';
import type { Tool, ToolExecution } from '../../tools/tool.ts';
import type { ServiceAddress } from '../service-client.ts';
import type { ServiceClock } from '../service-clock.ts';
import type { Spool } from '../spool/spool.ts';
import type { StorageAccess } from '../storage-access.ts';
import type { DesiredState } from './desired-state.ts';
import type { ErrorSampleSender } from './error-sample-sender.ts';
import type { ExecutionRecord, RecordChange } from './execution-record.ts';
import type { FrameSender } from './frame-sender.ts';
import type { LiveLog } from './live-log.ts';
import type { RowFeeds } from './row-feeds.ts';
import type { Workspace } from './workspace.ts';

/** Shared by all executions of a node. */
export interface NodeContext {
  address: ServiceAddress;
  authorization: string;
  cacheDir: string;
  /** Passed to every JVM that a tool starts. */
  javaOptions: readonly string[];
  memoryBytesPerExecution: number;
  /** Disk quota of one execution; 0: no limit. */
  diskBytesPerExecution: number;
  /** How long an archive waits while the disk of the service is full. */
  fullDiskTimeoutMs: number;
  clock: ServiceClock;
  storage: StorageAccess;
  /** Undefined: user code runs without a sandbox. */
  sandbox: Sandbox | undefined;
  /** Called with the number of frames sent to the service. */
  onFramesSent?: (frames: number) => void;
}

/** State and services of one execution, passed to its steps. */
export interface ExecutionContext {
  readonly node: NodeContext;
  readonly workspace: Workspace;
  readonly tool: Tool;
  readonly spool: Spool;
  readonly sender: FrameSender;
  readonly liveLog: LiveLog;
  readonly errorSamples: ErrorSampleSender;
  readonly rows: RowFeeds;
  readonly desired: DesiredState;
  /** Masks the secrets of the run; undefined without secrets. */
  readonly masker: Masker | undefined;
  readonly log: Log;
  /** Aborts when the agent exits or the service wants `forget`; the current step is then abandoned. */
  readonly signal: AbortSignal;
  readonly record: Readonly<ExecutionRecord>;
  /** Set when the tool was killed for exceeding a disk limit; a sentence without full stop. */
  readonly diskProblem: string | undefined;
  /** Resolves when the record is on disk; a changed state or outcome is sent to the service. */
  save(change: RecordChange): Promise<void>;
  /** Progress text for users; sent with the next tick. */
  reportProgress(progress: string | null): void;
  /** Schedule lag and in-flight requests of the tool; sent with the vitals of the node. */
  noteGenerator(report: GeneratorReport): void;
  readonly lastGenerator: GeneratorReport | undefined;
  toolExecution(signal: AbortSignal): ToolExecution;
}
