import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/load.ts';
import { builtFolder } from '../../../src/lib/built-folder.ts';
import { runChild } from '../../../src/lib/child-process.ts';
import { freePort } from '../../../src/lib/free-port.ts';
import { packageRoot } from '../../../src/lib/package-files.ts';
import { until } from '../until.ts';

const version = '5.2.5';
const installTimeoutMs = 10 * 60_000;
const startTimeoutMs = 120_000;

/** Starts moto, an emulation of AWS, on a loopback port. Requires pip; the first start on a machine downloads moto. */
export async function startMoto(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await installed();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn('python3', ['-m', 'moto.server', '--host', '127.0.0.1', '--port', String(port)], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      PYTHONPATH: folder,
      // Otherwise it accepts any instance type.
      MOTO_EC2_ENABLE_INSTANCE_TYPE_VALIDATION: 'true',
    },
  });
  const ended = once(child, 'exit');
  await until(
    'moto listens',
    async () => {
      if (child.exitCode !== null) throw new Error(`moto ended (${child.exitCode}).`);
      return (await fetch(`${url}/moto-api/data.json`).catch(() => undefined))?.ok === true;
    },
    startTimeoutMs,
  );
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function installed(): Promise<string> {
  const { cacheDir } = loadConfig({}, { SPATE_CACHE_DIR: process.env.SPATE_CACHE_DIR });
  return builtFolder({
    root: packageRoot,
    inputs: ['test/support/aws/moto.ts'],
    places: [join(cacheDir, 'test-programs', 'moto')],
    async build(folder) {
      const what = `moto[server,ec2,ssm,sts]==${version}`;
      const { code, lines } = await runChild(
        'python3',
        ['-m', 'pip', 'install', '--quiet', '--target', folder, what],
        { env: process.env, timeoutMs: installTimeoutMs },
      );
      if (code !== 0) throw new Error(`Installing moto failed (${code}):\n${lines.slice(-20).join('\n')}`);
    },
  });
}
