import { AppError } from '../domain/errors.ts';
import type { ToolName } from '../domain/tool.ts';
import { isArchiveName } from '../plans/archive-name.ts';
import { guessTool, inspectPlan } from '../plans/inspect-plan.ts';
import { emptyDescription } from '../plans/plan-description.ts';
import { gatherFiles, type ReadArchive } from './check-files.ts';
import type { FilesToInspect, Inspection, StagedFile } from './runs.ts';

/** Describes the run that these files would start. Starts nothing. */
export async function inspectFiles(readArchive: ReadArchive, input: FilesToInspect): Promise<Inspection> {
  const { files: staged } = input;
  const uploaded = staged.map(({ name }) => name);
  try {
    const tool = input.tool ?? guessTool(uploaded) ?? (await guessInside(readArchive, staged)) ?? 'jmeter';
    const files = await gatherFiles(readArchive, tool, staged);
    const inspection = inspectPlan({ ...input, tool, files });
    return { ...inspection, tool, fileNames: files.map(({ name }) => name) };
  } catch (error) {
    // An unreadable archive is a problem of the files, not of the request.
    if (!(error instanceof AppError)) throw error;
    const tool = input.tool ?? guessTool(uploaded) ?? 'jmeter';
    const problems = [error.message];
    return {
      ...emptyDescription(),
      planName: null,
      problems,
      warnings: [],
      obstacles: null,
      decision: null,
      rowFiles: [],
      tool,
      fileNames: uploaded,
    };
  }
}

async function guessInside(
  readArchive: ReadArchive,
  staged: readonly StagedFile[],
): Promise<ToolName | undefined> {
  const names: string[] = [];
  for (const file of staged.filter(({ name }) => isArchiveName(name)))
    names.push(
      ...(await readArchive(file, () => false, { maxContentBytes: 0, usedBytes: 0 })).map(({ name }) => name),
    );
  return guessTool(names);
}
