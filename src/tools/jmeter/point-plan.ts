import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pointToUploads } from '../../plans/jmeter/point-to-uploads.ts';
import type { PlanFile } from '../../plans/plan-file.ts';
import { replaceFile } from '../safe-file.ts';
import type { ToolExecution } from '../tool.ts';
import { jmeterFiles } from './folders.ts';

/** The archive gets the plan as it was uploaded: it is kept aside and put back at the end. */
export async function pointPlanToUploads(
  execution: ToolExecution,
  planName: string,
  uploads: readonly PlanFile[],
  isFilesPathThere: boolean,
  properties: ReadonlyMap<string, string>,
): Promise<void> {
  const content = uploads.find((file) => file.name === planName)?.content;
  const names = uploads.map((file) => file.name);
  const changed = content && pointToUploads(planName, content, names, isFilesPathThere, properties);
  if (content && changed) {
    const files = jmeterFiles(execution.folders);
    await writeFile(files.uploadedPlan, content);
    await writeFile(files.uploadedPlanName, planName);
    await replaceFile(join(execution.folders.files, planName), changed);
  }
}
