import { join } from 'node:path';
import { awaitRecord, exitCode, isKeptRunning, killKept, startKept } from '../process-record.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { closeLaunchFolder, toolFolders, writeLaunchScript } from './layout.ts';
import { ownProgram } from './own-program.ts';
import type { Sandbox, SandboxCommand } from './sandbox.ts';

/** Environment variable of all processes of an execution without a sandbox. */
const marker = 'SPATE_EXECUTION';

/** No sandbox: a child process of the same user, with a separate environment. */
export function createPlain(
  remark: string,
  prlimit: string | undefined,
  limits: readonly string[] = [],
): Sandbox {
  return {
    kind: 'none',
    remark,
    notes: [remark],
    refusal: async () => undefined,
    paths: (folders: WorkspaceFolders, toolchain: string | undefined) => ({
      files: folders.files,
      results: folders.results,
      tool: toolFolders(folders).inside,
      launch: toolFolders(folders).launch,
      toolchain: toolchain ?? '',
      program: ownProgram.root,
      node: ownProgram.node,
    }),
    seenAt: (folder) => folder,
    start: (command) =>
      start(command, prlimit ? [prlimit, '--core=0', ...fileLimit(command), ...limits, '--'] : []),
    isRunning: (folders) => isKeptRunning(toolFolders(folders).record),
    kill: (folders) => killKept(toolFolders(folders).record),
    exitCode: (folders) => exitCode(toolFolders(folders).record),
    wasOutOfMemory: async () => false,
    cleanUp: async () => {},
  };
}

function fileLimit({ maxFileBytes }: SandboxCommand): string[] {
  return maxFileBytes ? [`--fsize=${maxFileBytes}`] : [];
}

async function start(command: SandboxCommand, limits: readonly string[]): Promise<void> {
  const parts = toolFolders(command.folders);
  const env = new Map([...command.env, ['TMPDIR', parts.temporary], [marker, command.executionId]]);
  await writeLaunchScript({ ...command, env }, command.folders.files, limits);
  await closeLaunchFolder(command.folders, undefined);
  await startKept(parts.record, {
    argv: ['/bin/sh', join(parts.launch, 'run.sh')],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', [marker]: command.executionId },
    marker: { name: marker, value: command.executionId },
    outputPath: command.outputPath,
  });
  await awaitRecord(parts.record, 10_000);
}
