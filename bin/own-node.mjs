import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { requireNode, setUp } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const passedOnSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];

/** Resolves only if the script ran inside this process; otherwise this process ends like that of the script. */
export async function runOnOwnNode(script, args, { isInstalled, withDev }) {
  if (!isInstalled) await setUp(root, { withDev });
  const node = requireNode(root);
  const scriptPath = join(root, script);
  if (realpathSync(process.execPath) === realpathSync(node)) {
    process.argv = [process.execPath, scriptPath, ...args];
    await import(pathToFileURL(scriptPath).href);
    return;
  }
  endLike(await runChild(node, [scriptPath, ...args]));
}

function runChild(node, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { stdio: 'inherit' });
    // The terminal sends Ctrl-C to the child as well; signals that arrive together count as one.
    for (const signal of passedOnSignals) process.on(signal, () => child.kill(signal));
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

function endLike({ code, signal }) {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // Some signals end the process later than this line, some not at all.
  setTimeout(() => process.exit(128 + constants.signals[signal]), 1000);
}
