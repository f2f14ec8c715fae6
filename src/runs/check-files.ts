import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { blockingObstacles, decideEngine, type EngineObstacle, type PlanEngine } from '../domain/engine.ts';
import { AppError, errorCatalogue } from '../domain/errors.ts';
import type { RunSettings } from '../domain/run-settings.ts';
import type { ToolName } from '../domain/tool.ts';
import { storableText } from '../metrics/text.ts';
import { isArchiveName } from '../plans/archive-name.ts';
import { checkPlan, needsContent, takesContent } from '../plans/check-plan.ts';
import type { PlanFile } from '../plans/plan-file.ts';
import type { NewRun, StagedFile } from './runs.ts';

/** Size limit of one plan, which is read into memory. */
const maxPlanBytes = 64 * 2 ** 20;
/** Total limit of content read from one upload. */
const maxReadBytes = 128 * 2 ** 20;

export type FilesToCheck = RunSettings &
  Pick<NewRun, 'tool' | 'files' | 'engineRequested'> &
  Partial<Pick<NewRun, 'secrets'>>;

/** Lists an uploaded zip or 7z file, with the content of wanted entries; throws archive_refused. */
export type ReadArchive = (
  file: StagedFile,
  isWanted: (name: string) => boolean,
  limits: ArchiveReading,
) => Promise<(PlanFile & { sizeBytes?: number })[]>;

export interface ArchiveReading {
  maxContentBytes: number;
  /** Unpacked size of the preceding archives of the same upload. */
  usedBytes: number;
}

export interface FileCheck {
  planName: string;
  /** Hash of the plan's content. */
  planSha256: string;
  /** Findings that do not prevent the run. */
  warnings: string[];
  engine: PlanEngine | null;
  /** Reasons against Spate's engine; with that engine, the scripts for which it needs Java. */
  engineReasons: EngineObstacle[];
}

/** Validates the uploaded files and selects the engine. Throws when the run could not start. */
export async function checkFiles(readArchive: ReadArchive, input: FilesToCheck): Promise<FileCheck> {
  try {
    return await look(readArchive, input);
  } catch (error) {
    throw error instanceof AppError ? withField(error) : error;
  }
}

/** Adds the request parameter, which the plan checks do not know. */
function withField(error: AppError): AppError {
  const { code, message, details, cause } = error;
  if (details.length > 0 || errorCatalogue[code].kind !== 'invalid') return error;
  const field = code === 'tool_unavailable' ? 'run[tool]' : 'run_files';
  return new AppError(code, message, [{ code, message, field }], { cause });
}

async function look(readArchive: ReadArchive, input: FilesToCheck): Promise<FileCheck> {
  const { tool, engineRequested } = input;
  const files = await gatherFiles(readArchive, tool, input.files);
  const { planName, obstacles, ...found } = checkPlan({ ...input, files });
  // Names in a plan may have any character.
  const warnings = found.warnings.map(storableText);
  const content = files.find(({ name }) => name === planName)?.content ?? new Uint8Array();
  const plan = { planName, planSha256: createHash('sha256').update(content).digest('hex') };
  if (obstacles === null) {
    requireOwnEngine(input, `${tool} runs this plan.`);
    return { ...plan, warnings, engine: null, engineReasons: [] };
  }
  const decision = decideEngine(engineRequested, obstacles);
  if (!decision) throw engineRefused(blockingObstacles(obstacles));
  if (decision.engine === 'apache') {
    const [first] = decision.reasons;
    const reason = first ? ` because of ${first.place}: ${first.reason}` : '.';
    requireOwnEngine(input, `Apache JMeter runs this plan${reason}`);
  }
  return { ...plan, warnings, engine: decision.engine, engineReasons: decision.reasons.map(storable) };
}

/** Rejects settings that only Spate's engine applies. */
function requireOwnEngine({ traceparent }: RunSettings, instead: string): void {
  if (traceparent === null) return;
  const field = 'run[traceparent]';
  const message = `${field} requires Spate's engine, but ${instead} Omit it, and set the header in the plan.`;
  throw new AppError('invalid', message, [{ code: 'invalid', message, field }]);
}

function storable({ element, place, reason }: EngineObstacle): EngineObstacle {
  return {
    element: storableText(element),
    place: storableText(place),
    reason: storableText(reason),
  };
}

/** One detail per obstacle. */
function engineRefused(obstacles: readonly EngineObstacle[]): AppError {
  const details = obstacles.map(({ place, reason }) => ({
    code: 'invalid' as const,
    message: `${place}: ${reason}`,
    field: 'run[engine]',
  }));
  return new AppError(
    'invalid',
    `Spate's engine cannot run this plan: ${details.map(({ message }) => message).join(' ')} Omit run[engine], or set it to apache.`,
    details,
  );
}

/** All files as unpacked on the node, with the content that the checks need. */
export async function gatherFiles(
  readArchive: ReadArchive,
  tool: ToolName,
  staged: readonly StagedFile[],
): Promise<PlanFile[]> {
  const files: PlanFile[] = [];
  const uploaded = new Set(staged.map((file) => file.name));
  const taken = new Set<string>();
  let leftBytes = maxReadBytes;
  let usedBytes = 0;
  for (const file of staged) {
    const found = await lookInto(readArchive, tool, file, { maxContentBytes: leftBytes, usedBytes });
    usedBytes += found.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
    // Unpacking does not overwrite: uploaded files win, then entries of earlier archives.
    const kept = found.filter(
      ({ name }) => !isArchiveName(file.name) || !(uploaded.has(name) || taken.has(name)),
    );
    for (const one of kept) {
      files.push(one);
      taken.add(one.name);
      leftBytes -= one.content?.length ?? 0;
    }
  }
  return files;
}

/** An archive is replaced by its entries, as on the node. */
async function lookInto(
  readArchive: ReadArchive,
  tool: ToolName,
  file: StagedFile,
  limits: ArchiveReading,
): Promise<(PlanFile & { sizeBytes?: number })[]> {
  if (isArchiveName(file.name)) {
    const inside = await readArchive(file, (name) => needsContent(tool, name), limits);
    const unread = inside.find(({ name, content }) => needsContent(tool, name) && !content);
    if (unread) throw tooLarge(`${unread.name} in ${file.name}`);
    return inside;
  }
  const { name, sizeBytes } = file;
  if (takesContent(tool, name, sizeBytes) && sizeBytes <= limits.maxContentBytes)
    return [{ name, content: await readFile(file.path) }];
  if (!needsContent(tool, name)) return [{ name }];
  if (sizeBytes > maxPlanBytes) throw tooLarge(name);
  if (sizeBytes > limits.maxContentBytes) throw tooLargeTogether(name);
  return [{ name, content: await readFile(file.path) }];
}

function tooLarge(what: string): AppError {
  return sizeError(
    `${what} exceeds the limit of ${maxPlanBytes >> 20} MB for a plan. Move its data into separate files.`,
  );
}

function tooLargeTogether(what: string): AppError {
  return sizeError(
    `With ${what}, the uploaded plans and sources exceed the total limit of ${maxReadBytes >> 20} MB. Upload only the files that the run needs.`,
  );
}

function sizeError(message: string): AppError {
  return new AppError('too_large', message, [{ code: 'too_large', message, field: 'run_files' }]);
}
