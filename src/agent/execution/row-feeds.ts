import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UsedRows } from '../../domain/row-ranges.ts';
import { exists } from '../../lib/exists.ts';
import type { Log } from '../../lib/log.ts';
import { removeTree } from '../../lib/remove-tree.ts';
import type { AgentMessage } from '../../protocol/messages.ts';
import { leasedDataFiles, leasedFilePaths } from '../../tools/leased-files.ts';
import { indexRows, type RowIndex, RowSource } from '../../tools/row-source.ts';
import type { ToolExecution } from '../../tools/tool.ts';
import { readUploads } from '../../tools/uploads.ts';
import { RowFeed, type RowsMessage } from './row-feed.ts';
import type { Workspace } from './workspace.ts';

const turnEveryMs = 100;
/** Polling interval while the tool waits for rows. */
const hungryTurnEveryMs = 10;
const listName = 'files.json';

/** A leased data file, moved away from the uploaded files. */
interface KeptFile {
  name: string;
  rows: RowIndex;
}

export interface RowFeedsOptions {
  workspace: Workspace;
  executionId: string;
  /** False: the run has no leased data files. */
  hasDataFiles: boolean;
  log: Log;
  sendMessage(message: AgentMessage): boolean;
}

/** Moves leased data files to a folder outside of the sandbox; only their headers stay among the uploaded files. */
export async function setLeasedFilesAside(execution: ToolExecution, workspace: Workspace): Promise<void> {
  await removeTree(workspace.leased);
  if (!execution.spec.dataFiles) return;
  const leased = leasedDataFiles(execution.spec, await readUploads(execution));
  if (leased.length === 0) return;
  await mkdir(workspace.leased, { recursive: true, mode: 0o700 });
  const kept: KeptFile[] = [];
  for (const [index, { name, hasHeader }] of leased.entries()) {
    execution.signal.throwIfAborted();
    const path = sourcePath(workspace, index);
    const uploaded = join(workspace.files, name);
    await rename(uploaded, path);
    const rows = await indexRows(path, name, hasHeader, execution.signal);
    const source = await RowSource.open(path, rows);
    await writeFile(uploaded, await source.readHeader());
    await source.close();
    kept.push({ name, rows });
  }
  await writeFile(join(workspace.leased, listName), JSON.stringify(kept));
}

/** The leased data files of an execution. */
export class RowFeeds {
  readonly #options: RowFeedsOptions;
  #feeds: Map<string, RowFeed> | undefined;

  constructor(options: RowFeedsOptions) {
    this.#options = options;
  }

  /** Supplies the tool with rows while `work` runs. */
  async during(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    if (!this.#options.hasDataFiles) return work();
    const end = new AbortController();
    const feeding = this.#feed(AbortSignal.any([signal, end.signal]));
    try {
      await work();
    } finally {
      end.abort();
      await feeding;
    }
  }

  received(message: RowsMessage): void {
    this.#feeds?.get(message.file)?.received(message);
  }

  reconnected(): void {
    for (const feed of this.#feeds?.values() ?? []) feed.reconnected();
  }

  /** Call after the tool has exited. */
  async used(): Promise<UsedRows[]> {
    const { workspace, hasDataFiles } = this.#options;
    const leased = hasDataFiles ? await leasedIn(workspace) : [];
    // Without rows for the tool, their folder may not exist either.
    const hasRows = await Promise.all(
      leased.map((_, index) => exists(leasedFilePaths(workspace, index).state)),
    );
    if (!hasRows.includes(true)) return leased.map(({ name }) => ({ file: name, used: 0 }));
    const counts: UsedRows[] = [];
    for (const [file, feed] of await this.#open()) counts.push({ file, used: await feed.countUsed() });
    return counts;
  }

  async close(): Promise<void> {
    for (const feed of this.#feeds?.values() ?? []) await feed.close();
    this.#feeds = undefined;
  }

  async #feed(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let isHungry = false;
      try {
        const feeds = await this.#open();
        if (feeds.size === 0) return;
        for (const feed of feeds.values()) {
          await feed.turn();
          isHungry ||= feed.isHungry;
        }
      } catch (error) {
        this.#options.log.error({ err: error }, 'rows.feed.failed');
      }
      await sleep(isHungry ? hungryTurnEveryMs : turnEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  async #open(): Promise<Map<string, RowFeed>> {
    if (this.#feeds) return this.#feeds;
    const { workspace, executionId, sendMessage } = this.#options;
    const feeds = new Map<string, RowFeed>();
    for (const [index, { name, rows }] of (await leasedIn(workspace)).entries()) {
      const source = await RowSource.open(sourcePath(workspace, index), rows);
      const paths = leasedFilePaths(workspace, index);
      const nowMs = () => performance.now();
      feeds.set(name, await RowFeed.open({ executionId, file: name, source, paths, sendMessage, nowMs }));
    }
    this.#feeds = feeds;
    return feeds;
  }
}

const sourcePath = (workspace: Workspace, index: number) => join(workspace.leased, String(index));

async function leasedIn(workspace: Workspace): Promise<KeptFile[]> {
  const text = await readFile(join(workspace.leased, listName), 'utf8').catch(() => '[]');
  return JSON.parse(text) as KeptFile[];
}
