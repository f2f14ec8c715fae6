import { readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { constantNames } from '../../plans/jmeter/constant-names.ts';
import { planParts } from '../../plans/jmeter/plan-parts.ts';
import { pointToUploads } from '../../plans/jmeter/point-to-uploads.ts';
import type { PlanFile } from '../../plans/plan-file.ts';
import { replaceFile } from '../safe-file.ts';
import type { ToolExecution } from '../tool.ts';
import { jmeterFiles } from './folders.ts';

/** The archive gets the plan and what it includes as they were uploaded: they are kept aside and put back at the end. */
export async function pointPlanToUploads(
  execution: ToolExecution,
  planName: string,
  uploads: readonly PlanFile[],
  isFilesPathThere: boolean,
  properties: ReadonlyMap<string, string>,
): Promise<void> {
  const names = uploads.map((file) => file.name);
  const changes: { name: string; content: Uint8Array; changed: Uint8Array }[] = [];
  const parts = planParts(planName, uploads);
  const resolve = constantNames(
    parts.map(({ contents }) => contents),
    properties,
  );
  for (const { name, content, contents } of parts) {
    const changed = pointToUploads(content, contents, names, isFilesPathThere, resolve);
    if (changed) {
      changes.push({ name, content, changed });
    }
  }
  if (changes.length === 0) {
    return;
  }
  const files = jmeterFiles(execution.folders);
  for (const [index, { content }] of changes.entries()) {
    await writeFile(files.uploadedPlan(index), content);
  }
  await writeFile(files.uploadedPlanNames, JSON.stringify(changes.map(({ name }) => name)));
  for (const { name, changed } of changes) {
    await replaceFile(join(execution.folders.files, name), changed);
  }
}

/** Puts the uploaded files back in place of the copies JMeter was given, unless a script put a link in the way. */
export async function restorePlan(execution: ToolExecution): Promise<void> {
  const files = jmeterFiles(execution.folders);
  const names = await readFile(files.uploadedPlanNames, 'utf8').catch(() => undefined);
  if (names === undefined) {
    return;
  }
  const root = await realpath(execution.folders.files);
  for (const [index, name] of (JSON.parse(names) as string[]).entries()) {
    const target = join(execution.folders.files, name);
    const folder = await realpath(dirname(target)).catch(() => '');
    if (folder === root || folder.startsWith(root + sep)) {
      await rm(target, { recursive: true, force: true });
      await writeFile(target, await readFile(files.uploadedPlan(index)), { flag: 'wx' });
    }
  }
  await rm(files.uploadedPlanNames);
}
