import type { Config } from '../config/config.ts';
import type { Log } from '../lib/log.ts';
import type { SignInLink } from './service/sign-in-link.ts';

/** Functions of rooms that the CLI may not import; passed in by main. */
export interface Parts {
  serve(config: Config, log: Log): Promise<RunningService>;
  runAgent(settings: AgentSettings): Promise<number>;
  /** Stops processes that a killed agent left behind in its folder. */
  cleanUpNode(dir: string, log: Log): Promise<void>;
  /** `missing`: no agent runs in the folder, or it does not respond. */
  nodeHealth(dir: string): Promise<'connected' | 'disconnected' | 'missing'>;
  /** Writes database and files into one file; the service may be running. */
  backup(config: Config, out: string, log: Log): Promise<BackupSummary>;
  /** Restores a backup into an empty data folder (and the empty database of DATABASE_URL). */
  restore(config: Config, from: string, log: Log): Promise<void>;
  /** Copies the files of the data folder to SPATE_FILES; services use them there once none is running. */
  moveFiles(config: Config, log: Log, tell: (moved: FilesMoved) => void): Promise<FilesMoved>;
  /** What the first start of this version on a data folder would do. */
  checkUpgrade(config: Config, log: Log): Promise<UpgradeCheck>;
}

export interface RunningService {
  url: string;
  /** A link below `origin` that signs one browser in as the user of the first token; null if that is not possible. */
  signInLink(origin: string): Promise<SignInLink | null>;
  /** leave: nodes and runs continue without the service. end: first stops everything it started on this machine. */
  stop(how: 'leave' | 'end'): Promise<void>;
}

export interface AgentSettings {
  dir: string;
  /** Required for the first start; afterwards the identity of the node is stored in the folder. */
  joinToken?: string;
  index?: number;
  /** Name of the machine; undefined: its host name. */
  name?: string | undefined;
  /** On SIGTERM, stops executions and delivers their results within this time. */
  drainForMs?: number | undefined;
  /** Replaces the address of the service in the join token. */
  serviceUrl?: string | undefined;
  cacheDir: string;
  javaOptions: readonly string[];
  /** The operator accepts that user code runs with the permissions of this user. */
  isSandboxOff: boolean;
  /** Allowed targets of tools, besides the fixed rules. */
  egress: Config['egress'];
  interruptionNotices: Config['interruptionNotices'];
  /** Default: derived from the size of the machine. */
  memoryBytesPerExecution?: number;
  diskBytesPerExecution?: number;
  /** Host and port for /metrics; undefined: not served. */
  metricsListen?: string | undefined;
  log: Log;
  signal: AbortSignal;
}

export interface UpgradeCheck {
  version: string;
  /** Numbers of the newest migration: applied to the database, and of this program. */
  schema: { applied: number; newest: number };
  /** Names of the migrations that the next start applies. */
  missing: string[];
  /** Why this version cannot use the database; null if it can. */
  obstacle: string | null;
  databaseBytes: number;
  unfinishedRuns: number;
}

export interface FilesMoved {
  /** Uploaded by this call. */
  copied: number;
  copiedBytes: number;
  /** Uploaded by an earlier call. */
  present: number;
  /** Not in the data folder. */
  missing: string[];
  /** Local folder of the files, which are not deleted. */
  folder: string;
  /** Whether services use the new location from now on; false while one is running. */
  isSwitched: boolean;
}

export interface BackupSummary {
  rows: number;
  jobs: number;
  files: number;
}
