import { readFile, rm, writeFile } from 'node:fs/promises';
import { emptyGroups } from '../../jmx/empty-groups.ts';
import { contentsOf } from '../../jmx/plan-contents.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import type { PlanFile } from '../../plans/plan-file.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { jmeterFiles } from './folders.ts';

/** Notes why the plan may make no samples before anything in it can change its file. */
export async function noteEmptyGroups(
  folders: WorkspaceFolders,
  planName: string,
  uploads: readonly PlanFile[],
): Promise<void> {
  const content = uploads.find((file) => file.name === planName)?.content;
  const sentences = content ? emptyGroups(contentsOf(readJmx(planName, content))) : [];
  const { emptyGroups: path } = jmeterFiles(folders);
  await (sentences.length > 0 ? writeFile(path, JSON.stringify(sentences)) : rm(path, { force: true }));
}

export async function notedEmptyGroups(folders: WorkspaceFolders): Promise<string[]> {
  const text = await readFile(jmeterFiles(folders).emptyGroups, 'utf8').catch(() => '[]');
  return JSON.parse(text) as string[];
}
