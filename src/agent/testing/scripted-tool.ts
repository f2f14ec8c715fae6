import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../../test/support/until.ts';
import { AppError } from '../../domain/errors.ts';
import type { Sample } from '../../metrics/sample.ts';
import type { Tool, ToolExecution } from '../../tools/tool.ts';
import type { ScriptedPlan } from './scripted-tool-child.ts';

const child = fileURLToPath(new URL('./scripted-tool-child.ts', import.meta.url));
const chunkBytes = 256 * 1024;

/** Test tool, registered as `jmeter`: a child process writes the samples that plan.json defines. */
export const scriptedTool: Tool = {
  name: 'jmeter',
  probe: async () => ({ tool: 'jmeter', isAvailable: true, version: 'scripted', missing: [] }),
  provision: async (_context, onProgress) => onProgress('Getting the scripted tool'),
  launch: async (execution) => {
    const { files, results, tool } = execution.folders;
    const plan: ScriptedPlan = JSON.parse(await readFile(join(files, 'plan.json'), 'utf8'));
    if (plan.isBroken) throw new AppError('plan_broken', 'The plan needs a class that is not there.');
    const console = openSync(join(tool, 'console.log'), 'a');
    const process_ = spawn(process.execPath, [child, files, results, tool], {
      detached: true,
      stdio: ['ignore', console, console],
      cwd: files,
    });
    process_.unref();
    await replaceFile(join(tool, 'pid'), String(process_.pid));
    await until('the tool holds', () =>
      readFile(join(tool, 'held')).then(
        () => true,
        () => false,
      ),
    );
  },
  release: async ({ folders }, atMs) => {
    if ((await textOf(join(folders.tool, 'go'))) === '')
      await replaceFile(join(folders.tool, 'go'), String(atMs));
  },
  control: async ({ folders }, control) => {
    await replaceFile(join(folders.tool, 'load'), JSON.stringify(control));
  },
  read: async ({ folders }, offset) => {
    const from = Number(offset ?? 0);
    const file = await open(join(folders.tool, 'samples.csv'), 'r').catch(() => undefined);
    if (!file) return { samples: [], offset: String(from) };
    try {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, from);
      const end = buffer.lastIndexOf('\n', bytesRead - 1) + 1;
      if (bytesRead === 0 || end === 0) return { samples: [], offset: String(from) };
      const lines = buffer.toString('utf8', 0, end).trimEnd().split('\n');
      return { samples: lines.map(sampleOf), offset: String(from + end) };
    } finally {
      await file.close();
    }
  },
  isRunning: async (execution) => (await pidOf(execution)) !== undefined,
  stop: async (execution, how) => {
    if (how === 'graceful') {
      await writeFile(join(execution.folders.tool, 'stop'), '');
      return;
    }
    const pid = await pidOf(execution);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  },
  conclude: async ({ folders }) => {
    const lines = (await textOf(join(folders.tool, 'samples.csv'))).split('\n').length - 1;
    return { exitCode: 0, signal: null, errors: [], samplesProduced: lines };
  },
  logTail: async ({ folders }, count) => {
    const lines = (await textOf(join(folders.tool, 'tool.log'))).trimEnd().split('\n');
    return lines.slice(-count);
  },
  archiveFiles: async ({ folders }) => [{ name: 'samples.csv', path: join(folders.tool, 'samples.csv') }],
};

/** The tool's process if it is running; zombies do not count. */
async function pidOf({ folders }: ToolExecution): Promise<number | undefined> {
  const pid = await textOf(join(folders.tool, 'pid'));
  const command = pid && (await textOf(`/proc/${pid}/cmdline`));
  return command?.includes(folders.tool) ? Number(pid) : undefined;
}

function sampleOf(line: string): Sample {
  const [label = '', startedAtMs, elapsedUs, isPassed, users] = line.split(',');
  return {
    label,
    startedAtMs: Number(startedAtMs),
    elapsedUs: Number(elapsedUs),
    latencyUs: 500,
    connectUs: 0,
    isPassed: isPassed === '1',
    code: isPassed === '1' ? '200' : '500',
    message: isPassed === '1' ? '' : 'the server is unwell',
    bytesIn: 100,
    bytesOut: 50,
    users: Number(users),
  };
}

async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
