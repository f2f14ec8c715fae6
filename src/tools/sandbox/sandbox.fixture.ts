import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../test/support/until.ts';
import { newId } from '../../lib/id.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { prepareToolFolders } from './layout.ts';
import type { Sandbox, SandboxCommand } from './sandbox.ts';

export interface Session {
  folders: WorkspaceFolders;
  executionId: string;
  start(script: string, options?: Partial<SandboxCommand>): Promise<void>;
  /** Runs a shell script to its end; returns its output and exit code. */
  run(
    script: string,
    options?: Partial<SandboxCommand>,
  ): Promise<{ output: string; code: number | undefined }>;
  output(): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A workspace in which a test runs shell scripts as a tool. */
export async function openSession(sandbox: Sandbox): Promise<Session> {
  const root = await mkdtemp(join(tmpdir(), 'spate-sandbox-test-'));
  const folders = { files: join(root, 'files'), results: join(root, 'results'), tool: join(root, 'tool') };
  const executionId = newId();
  const outputPath = join(folders.results, 'out.log');
  await mkdir(folders.tool);
  const start = async (script: string, options: Partial<SandboxCommand> = {}) => {
    await prepareToolFolders(folders);
    await rm(outputPath, { force: true });
    await sandbox.start({
      executionId,
      folders,
      toolchain: '/usr',
      readOnly: [],
      argv: ['/bin/sh', '-c', script],
      env: new Map([['PATH', '/usr/local/bin:/usr/bin:/bin']]),
      hosts: [],
      memoryBytes: 256 * 2 ** 20,
      maxProcesses: 200,
      outputPath,
      ...options,
    });
  };
  const end = async () => {
    await sandbox.kill(folders);
    await sandbox.cleanUp(folders);
  };
  const output = () => readFile(outputPath, 'utf8');
  return {
    folders,
    executionId,
    start,
    output,
    run: async (script, options) => {
      await start(script, options);
      await until('the end of the script', async () => !(await sandbox.isRunning(folders)));
      const result = { output: (await output()).trim(), code: await sandbox.exitCode(folders) };
      await end();
      return result;
    },
    [Symbol.asyncDispose]: async () => {
      await end();
      await rm(root, { recursive: true, force: true });
    },
  };
}
