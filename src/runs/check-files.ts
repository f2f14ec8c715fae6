import { readFile } from 'node:fs/promises';
import { checkPlan, needsContent } from '../plans/check-plan.ts';
import type { PlanFile } from '../plans/plan-file.ts';
import type { RunContext } from './run-context.ts';
import type { NewRun, StagedFile } from './runs.ts';

/** Looks into the uploaded files for all that would keep the run from starting. Returns what is odd but no hindrance. */
export async function checkFiles(context: RunContext, input: NewRun): Promise<string[]> {
  const files: PlanFile[] = [];
  for (const file of input.files) files.push(...(await lookInto(context, input, file)));
  const { tool, overrideParameters, overrideHosts } = input;
  return checkPlan({ tool, files, overrideParameters, overrideHosts }).warnings;
}

/** An archive counts as what is inside it: that is what the node will see. */
async function lookInto(context: RunContext, input: NewRun, file: StagedFile): Promise<PlanFile[]> {
  if (/\.(zip|7z)$/i.test(file.name)) {
    return context.readArchive(file, (name) => needsContent(input.tool, name));
  }
  if (!needsContent(input.tool, file.name)) return [{ name: file.name }];
  return [{ name: file.name, content: await readFile(file.path) }];
}
