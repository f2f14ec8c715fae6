import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import type { ExecutionSpec } from '../domain/execution.ts';
import { dataFilesOfRun } from '../plans/check-plan.ts';
import { RowSplitter } from './row-splitter.ts';
import type { ToolExecution } from './tool.ts';
import { readUploads } from './uploads.ts';

const chunkBytes = 1 << 20;

/** Leaves only the rows of this node in the data files that the run splits. */
export async function splitDataFiles(execution: ToolExecution): Promise<void> {
  const { spec, folders, signal } = execution;
  if (!spec.dataFiles) return;
  const files = await readUploads(execution);
  for (const { name, hasHeader, mode } of dataFilesOfRun({ ...spec, files })) {
    if (mode !== 'split') continue;
    signal.throwIfAborted();
    await splitFile(join(folders.files, name), name, hasHeader, spec.part);
  }
}

/** Replaces a file by the rows of one part: row n of the file belongs to part n modulo the number of parts. */
export async function splitFile(
  path: string,
  name: string,
  hasHeader: boolean,
  part: ExecutionSpec['part'] = { index: 0, count: 1 },
): Promise<void> {
  const splitter = new RowSplitter(hasHeader, part);
  const partPath = `${path}.part`;
  const from = await open(path, 'r');
  try {
    const to = await open(partPath, 'w', 0o644);
    try {
      await copyPart(from, to, splitter, name);
    } finally {
      await to.close();
    }
    if (splitter.kept === 0) {
      throw new AppError(
        'plan_broken',
        `${name} has ${splitter.rows} rows, fewer than the ${part.count} nodes of the run, so this node has none. Use fewer nodes, or copy the file.`,
      );
    }
    await rename(partPath, path);
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  } finally {
    await from.close();
  }
}

async function copyPart(
  from: FileHandle,
  to: FileHandle,
  splitter: RowSplitter,
  name: string,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { bytesRead, buffer } = await from.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes);
    if (isFirst && bytesRead > 1 && [0xfffe, 0xfeff].includes(buffer.readUInt16BE(0)))
      throw new AppError('plan_broken', `${name} cannot be split: it is in UTF-16. Convert it to UTF-8.`);
    await to.writeFile(bytesRead === 0 ? splitter.end() : splitter.take(buffer.subarray(0, bytesRead)));
    if (bytesRead === 0) return;
  }
}
