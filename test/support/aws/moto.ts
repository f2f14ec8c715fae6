import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../../src/lib/free-port.ts';
import { cachedProgram } from '../cached-program.ts';
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
  return cachedProgram('moto', {
    inputs: ['test/support/aws/moto.ts'],
    command: (folder) => ({
      program: 'python3',
      args: [
        ...['-m', 'pip', 'install', '--quiet', '--target', folder],
        `moto[server,ec2,ssm,sts]==${version}`,
      ],
    }),
    timeoutMs: installTimeoutMs,
  });
}
