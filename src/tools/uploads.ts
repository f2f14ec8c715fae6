import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ToolName } from '../domain/tool.ts';
import { needsContent, takesContent } from '../plans/check-plan.ts';
import { environmentFileName, parseEnvironmentFile } from '../plans/environment-file.ts';
import type { OverrideParameters } from '../plans/override-parameters.ts';
import type { PlanFile } from '../plans/plan-file.ts';
import type { ToolExecution } from './tool.ts';

/** All files in upload order, then unpacked ones; with the content of files that can be plans. */
export async function readUploads(execution: ToolExecution): Promise<PlanFile[]> {
  const { spec, folders } = execution;
  const entries = await readdir(folders.files, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folders.files, join(entry.parentPath, entry.name)))
    .sort();
  const order = spec.files.map((file) => file.name);
  const sorted = [
    ...order.filter((name) => names.includes(name)),
    ...names.filter((name) => !order.includes(name)),
  ];
  const uploads: PlanFile[] = [];
  // Sequentially: an archive may contain more sources than the limit of open files.
  for (const name of sorted) uploads.push(await readUpload(spec.tool, folders.files, name));
  return uploads;
}

async function readUpload(tool: ToolName, folder: string, name: string): Promise<PlanFile> {
  const path = join(folder, name);
  const isRead = needsContent(tool, name) || takesContent(tool, name, (await stat(path)).size);
  return isRead ? { name, content: await readFile(path) } : { name };
}

/** The variables of the uploaded `environment` file. */
export function uploadedVariables(uploads: readonly PlanFile[]): ReadonlyMap<string, string> {
  const content = uploads.find((file) => file.name === environmentFileName)?.content;
  return parseEnvironmentFile(content ?? new Uint8Array()).variables;
}

/** Environment variables of the run: those of the uploaded file, and -E parameters, which take precedence. */
export function variablesOfRun(
  uploads: readonly PlanFile[],
  { environment }: Pick<OverrideParameters, 'environment'>,
): ReadonlyMap<string, string> {
  return new Map([...uploadedVariables(uploads), ...environment]);
}
