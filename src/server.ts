import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccounts } from './accounts/create-accounts.ts';
import { registerAgentRoutes } from './api/agents/agent-routes.ts';
import { createApp } from './api/app.ts';
import { listen } from './api/listen.ts';
import { prepareTls } from './api/tls/prepare-tls.ts';
import type { Config } from './config/config.ts';
import { createGrids } from './grids/create-grids.ts';
import type { GridContext, ServiceAddress } from './grids/grid-context.ts';
import { pauseLocalNodes } from './grids/leave-machine.ts';
import { createJoinedProvider } from './grids/providers/joined/joined-provider.ts';
import { createLocalProvider } from './grids/providers/local/local-provider.ts';
import { ensureSharedGrid } from './grids/shared-grid.ts';
import { scheduleTend, tendGrid, tendGridJob } from './grids/tend-grid.ts';
import { systemClock } from './lib/clock.ts';
import type { Log } from './lib/log.ts';
import { openSealer } from './lib/seal.ts';
import { advanceRun, endRun } from './runs/advance-run.ts';
import { createRuns } from './runs/create-runs.ts';
import { createNodeLinks } from './runs/node-links.ts';
import { removeExpired, retentionJob, scheduleRetention } from './runs/retention.ts';
import { createRoller } from './runs/roller.ts';
import type { RunContext } from './runs/run-context.ts';
import { advanceRunJob, endRunJob, scheduleAdvance } from './runs/run-signals.ts';
import { stopAllRuns } from './runs/stop-all.ts';
import { ensureFirstToken } from './server/first-token.ts';
import { type Database, openDatabase } from './store/database.ts';
import { startEmbedded } from './store/embedded/start-embedded.ts';
import { createFileStore } from './store/file-store.ts';
import { untendedGridIds } from './store/grids.ts';
import { migrateJobs } from './store/jobs.ts';
import { migrate } from './store/migrate.ts';
import { openRunIds } from './store/runs.ts';
import { startWorker } from './store/worker.ts';

export interface RunningService {
  url: string;
  /** leave: nodes and runs go on without the service. end: what runs on this machine is stopped in order first. */
  stop(how: 'leave' | 'end'): Promise<void>;
}
