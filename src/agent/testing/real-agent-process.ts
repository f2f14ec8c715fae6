import { createLog } from '../../lib/log.ts';
import { runAgent } from '../agent.ts';

// A separate agent process with the real tools.
const [dir = '', joinToken = '', cacheDir = ''] = process.argv.slice(2);
const leave = new AbortController();
process.on('SIGTERM', () => leave.abort());
process.exitCode = await runAgent({
  dir,
  joinToken,
  cacheDir,
  log: createLog(process.env.LOG_LEVEL ?? 'error'),
  signal: leave.signal,
  memoryBytesPerExecution: 1024 ** 3,
});
