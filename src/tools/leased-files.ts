import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExecutionSpec } from '../domain/execution.ts';
import { dataFilesOfRun } from '../plans/check-plan.ts';
import type { PlanFile } from '../plans/plan-file.ts';
import {
  type LeasedFileOptions,
  type LeaseState,
  leasedFileNames,
  leaseStateText,
  parseLeaseState,
} from '../tool-process/leased-rows.ts';
import { openRegular, replaceFile } from './safe-file.ts';
import { toolFolders } from './sandbox/layout.ts';
import type { WorkspaceFolders } from './workspace.ts';

export type { LeaseState };

const maxReadText = 32;

/** A data file whose rows the node leases from the service. */
export interface LeasedDataFile {
  name: string;
  hasHeader: boolean;
}

export function leasedDataFiles(spec: ExecutionSpec, files: readonly PlanFile[]): LeasedDataFile[] {
  if (!spec.dataFiles) return [];
  return dataFilesOfRun({ ...spec, files })
    .filter(({ mode }) => mode === 'lease')
    .map(({ name, hasHeader }) => ({ name, hasHeader }));
}

/** The leased files for the options of a tool. */
export function leasedFileOptions(
  leased: readonly LeasedDataFile[],
  paths: { launch: string; tool: string },
): LeasedFileOptions[] {
  return leased.map(({ name }, index) => {
    const { rows, state, read } = leasedFileNames(index);
    return {
      name,
      rowsPath: join(paths.launch, rows),
      statePath: join(paths.launch, state),
      readPath: join(paths.tool, read),
    };
  });
}

/** The leased files for our Java code: path of the data file, its rows, state and read file per line, separated by tabs. */
export function leasedFileList(leased: readonly LeasedFileOptions[], filesFolder: string): string {
  return leased
    .map(
      ({ name, rowsPath, statePath, readPath }) =>
        `${[join(filesFolder, name), rowsPath, statePath, readPath].join('\t')}\n`,
    )
    .join('');
}

/** The files exchanged with the tool, as paths on the node. */
export function leasedFilePaths(folders: WorkspaceFolders, index: number) {
  const { launch, inside } = toolFolders(folders);
  const { rows, state, read } = leasedFileNames(index);
  return { rows: join(launch, rows), state: join(launch, state), read: join(inside, read) };
}

/** Rows supplied to the tool so far; none before the first rows. */
export async function readLeaseState(path: string): Promise<LeaseState> {
  return parseLeaseState(await readFile(path, 'utf8').catch(() => leaseStateText(noRows)));
}

const noRows: LeaseState = { bytes: 0, rows: 0, isEnd: false };

export async function writeLeaseState(path: string, state: LeaseState): Promise<void> {
  await replaceFile(path, leaseStateText(state));
}

/** Bytes of the rows that the tool may have read, as it reports them; 0 without a valid report. */
export async function readBytesRead(path: string): Promise<number> {
  const file = await openRegular(path);
  if (!file) return 0;
  try {
    const buffer = Buffer.alloc(maxReadText);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const read = Number.parseInt(buffer.toString('latin1', 0, bytesRead), 10);
    return Number.isSafeInteger(read) && read > 0 ? read : 0;
  } finally {
    await file.close();
  }
}
