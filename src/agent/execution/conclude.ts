import { rm } from 'node:fs/promises';
import type { GeneratorReport } from '../../domain/generator.ts';
import { brokenOffSentence } from '../../domain/in-flight.ts';
import type { ToolConclusion } from '../../tools/tool.ts';
import { isDiskFull } from '../disk-full.ts';
import { errorMessages } from './error-messages.ts';
import type { ExecutionContext } from './execution-context.ts';
import type { ExecutionRecord } from './execution-record.ts';

const neverRan: ToolConclusion = { exitCode: null, signal: null, errors: [], samplesProduced: 0 };

/** Stores the outcome. Requires that the tool has exited and all of its output is in frames. */
export async function conclude(context: ExecutionContext): Promise<void> {
  const { record, spool } = context;
  await closeSecond(context);
  const { samplesFramed, samplesMoved, lastSeq, firstSampleAtMs } = spool.progress;
  const conclusion =
    record.endedEarly === null ? await askTool(context) : { ...neverRan, samplesProduced: samplesFramed };
  const { exitCode, signal, samplesProduced } = conclusion;
  await context.liveLog.send(true);
  await context.errorSamples.send();
  const generator = context.lastGenerator;
  const rows = await context.rows.used();
  const warnings = [...(conclusion.warnings ?? []), ...inFlightWarnings(record, generator)];
  const outcome = {
    exitCode,
    signal,
    samplesProduced,
    samplesFramed,
    lastSeq,
    firstSampleAtMs,
    ...(samplesMoved > 0 ? { samplesMoved } : {}),
    ...(conclusion.isOwnCountMissing && samplesProduced > 0 ? { isOwnCountMissing: true } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(generator ? { generator } : {}),
    ...(rows.length > 0 ? { rows } : {}),
  };
  // Errors may have been added in the meantime.
  await context.save((current) => {
    const errors = errorsOf(current, conclusion, samplesFramed);
    return { outcome: { ...outcome, errors }, errors, step: 'deliver' };
  });
}

function errorsOf(record: ExecutionRecord, conclusion: ToolConclusion, samplesFramed: number): string[] {
  const errors = [...record.errors, ...conclusion.errors];
  if (record.forceNote !== null && conclusion.errors.length === 0) errors.push(record.forceNote);
  if (record.endedEarly === null && record.releaseAtMs === null && errors.length === 0) {
    errors.push('The tool ended before the run began.');
  }
  const { samplesProduced } = conclusion;
  if (samplesProduced !== samplesFramed && errors.length === 0) {
    errors.push(`The tool wrote ${samplesProduced} samples, but ${samplesFramed} could be read.`);
  }
  return errors;
}

/** A killed tool cannot report its open requests; uses its last report instead. */
function inFlightWarnings(
  { forceNote }: ExecutionContext['record'],
  generator: GeneratorReport | undefined,
): string[] {
  const sentence =
    generator?.inFlight && forceNote !== null ? brokenOffSentence(generator.inFlight) : undefined;
  return sentence === undefined ? [] : [sentence];
}

async function closeSecond(context: ExecutionContext): Promise<void> {
  try {
    await context.spool.closeSecond();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await rm(context.workspace.reserve, { force: true });
    await context.spool.closeSecond();
  }
  context.sender.wake();
}

async function askTool(context: ExecutionContext): Promise<ToolConclusion> {
  try {
    return await context.tool.conclude(context.toolExecution(context.signal));
  } catch (error) {
    context.signal.throwIfAborted();
    context.log.error({ err: error }, 'tool.conclude.failed');
    const errors = errorMessages(error, 'Reading the outcome of the tool');
    return { ...neverRan, errors, samplesProduced: context.spool.progress.samplesFramed };
  }
}
