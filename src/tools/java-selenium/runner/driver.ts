import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { BrowserName, BrowserSettings } from '../settings.ts';
import { Endpoint } from './endpoint.ts';
import { OpenSessions, sessionsFolder } from './open-sessions.ts';

/**
 * Replaces chromedriver and geckodriver when a script starts one: listens on the given port and forwards to the real driver,
 * with the flags that the node requires.
 */
async function main(settingsPath: string, browser: BrowserName, args: readonly string[]): Promise<void> {
  const settings = JSON.parse(readFileSync(settingsPath, 'utf8')) as BrowserSettings;
  const endpoint = new Endpoint({
    settings: { preferred: browser, programs: settings.programs },
    env: process.env,
    // In the session of the script, so that the runner finds it when the script ends unexpectedly.
    isDetached: false,
    sessions: new OpenSessions(sessionsFolder(tmpdir())),
    onRefused: (lines) => process.stderr.write(`${lines.join('\n')}\n`),
    onShutdown: () => end(),
  });
  const end = () => void endpoint.close().then(() => process.exit(0));
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  const port = await endpoint.listen(portIn(args));
  process.stdout.write(`Listening on 127.0.0.1:${port}\n`);
}

function portIn(args: readonly string[]): number {
  const index = args.findIndex((argument) => /^(--port|-p)$/.test(argument));
  const joined = args
    .map((argument) => /^--port=(\d+)$/.exec(argument)?.[1])
    .find((port) => port !== undefined);
  return Number(joined ?? (index >= 0 ? args[index + 1] : 0));
}

const [settingsPath = '', browser = 'chrome', ...args] = process.argv.slice(2);
await main(settingsPath, browser as BrowserName, args);
