import type { Config } from '../config/config.ts';
import type { Log } from '../lib/log.ts';

/** What the command line needs of rooms it may not enter; main hands them in. */
export interface Parts {
  serve(config: Config, log: Log): Promise<RunningService>;
  runAgent(settings: AgentSettings): Promise<number>;
}

export interface RunningService {
  url: string;
  /** leave: nodes and runs go on without the service. end: what runs on this machine is stopped in order first. */
  stop(how: 'leave' | 'end'): Promise<void>;
}

export interface AgentSettings {
  dir: string;
  joinToken: string | null;
  cacheDir: string;
  log: Log;
  signal: AbortSignal;
}
