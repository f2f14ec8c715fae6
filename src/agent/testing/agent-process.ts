import { createLog } from '../../lib/log.ts';
import { runAgentWith } from '../agent.ts';
import { scriptedTool } from './scripted-tool.ts';

// A separate agent process with the scripted tool, for tests that kill it.
const [dir = '', joinToken = ''] = process.argv.slice(2);
const leave = new AbortController();
process.on('SIGTERM', () => leave.abort());
process.exitCode = await runAgentWith(
  { tools: [scriptedTool] },
  {
    dir,
    ...(joinToken === '' ? {} : { joinToken }),
    cacheDir: dir,
    log: createLog(process.env.LOG_LEVEL ?? 'warn'),
    signal: leave.signal,
    pingEveryMs: 500,
  },
);
