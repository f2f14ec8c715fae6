import type { Config } from '../config/config.ts';
import type { Log } from '../lib/log.ts';

/** What the command line needs of rooms it may not enter; main hands them in. */
export interface Parts {
  serve(config: Config, log: Log): Promise<RunningService>;
  runAgent(settings: AgentSettings): Promise<number>;
  /** Ends what an agent that is no more has left running in its folder. */
  cleanUpNode(dir: string, log: Log): Promise<void>;
  /** Writes one file with everything that cannot be made again; the service may run meanwhile. */
  backup(config: Config, out: string, log: Log): Promise<BackupSummary>;
  /** Fills an empty data folder (and the empty database that DATABASE_URL names) from a backup. */
  restore(config: Config, from: string, log: Log): Promise<void>;
}

export interface RunningService {
  url: string;
  /** leave: nodes and runs go on without the service. end: what runs on this machine is stopped in order first. */
  stop(how: 'leave' | 'end'): Promise<void>;
}

export interface AgentSettings {
  dir: string;
  /** Needed the first time; later the folder knows which node it is. */
  joinToken?: string;
  cacheDir: string;
  javaOptions: readonly string[];
  /** The operator accepts that user code runs with the rights of this user. */
  isSandboxOff: boolean;
  /** What tools may connect to, beside the rules that hold anywhere. */
  egress: Config['egress'];
  /** Without it, the agent decides by the size of the machine. */
  memoryBytesPerExecution?: number;
  diskBytesPerExecution?: number;
  log: Log;
  signal: AbortSignal;
}

export interface BackupSummary {
  rows: number;
  jobs: number;
  files: number;
}
