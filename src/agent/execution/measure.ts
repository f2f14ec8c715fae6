import type { LiveControl } from '../../domain/live-control.ts';
import { isDiskFull } from '../disk-full.ts';
import { endTool } from './end-tool.ts';
import type { ExecutionContext } from './execution-context.ts';
import { Pump } from './pump.ts';
import { Stopper } from './stopper.ts';

const tickMs = 1000;
const maxFailuresInARow = 15;

/** Opens the barrier, then converts the tool's output into spooled frames until the tool has exited. */
export async function measure(context: ExecutionContext): Promise<void> {
  const execution = context.toolExecution(context.signal);
  const { clock } = context.node;
  const releaseAtMs = context.record.releaseAtMs ?? clock.toLocalMs(clock.nowMs());
  // A restarted agent has not measured its clock offset yet.
  const offsetMs = context.record.releaseOffsetMs ?? clock.offsetMs;
  // In service time: the clock of this machine may be changed.
  const startAtMs = releaseAtMs + offsetMs;
  await context.tool.release(execution, releaseAtMs, offsetMs);
  const pump = new Pump({
    tool: context.tool,
    execution,
    spool: context.spool,
    clock,
    startAtMs,
    masker: context.masker,
    onGenerator: (report) => context.noteGenerator(report),
  });
  const stopper = new Stopper(context, startAtMs);
  let control: LiveControl | null = null;
  let failures = 0;
  try {
    for (;;) {
      const startedAt = performance.now();
      stopper.act();
      try {
        if (context.desired.control !== control) {
          control = context.desired.control;
          if (control) await context.tool.control(execution, control);
        }
        const isRunning = await context.tool.isRunning(execution);
        const isReleased = clock.nowMs() >= startAtMs;
        const hasMore = await pump.turn(isRunning ? (isReleased ? 'measuring' : 'held') : 'over');
        context.sender.wake();
        if (!isRunning && !hasMore) break;
        failures = 0;
        if (hasMore) continue;
      } catch (error) {
        context.signal.throwIfAborted();
        failures++;
        context.log.error({ err: error, failures }, 'execution.samples.read_failed');
        if (isDiskFull(error) || failures === maxFailuresInARow) return await giveUp(context, error);
      }
      await context.liveLog.send();
      await context.errorSamples.send();
      const restMs = tickMs - (performance.now() - startedAt);
      await context.desired.changed.wait(Math.max(restMs, 10), context.signal);
    }
  } finally {
    await stopper.settle();
  }
  const wasNeverReleased = stopper.stoppedBeforeStart && context.spool.progress.samplesFramed === 0;
  const { forceNote, lateNote } = stopper;
  const added = [
    ...(lateNote === null ? [] : [lateNote]),
    ...(context.diskProblem === undefined ? [] : [endedSentence(context)]),
  ];
  await context.save(({ errors }) => ({
    step: 'conclude',
    forceNote,
    errors: [...errors, ...added],
    ...(wasNeverReleased ? { endedEarly: 'stopped' } : {}),
  }));
}

/** Kills the tool and keeps the samples so far: load without measurements is worse. */
async function giveUp(context: ExecutionContext, error: unknown): Promise<void> {
  await endTool(context);
  const why = isDiskFull(error)
    ? 'The disk of the node is full'
    : `The results cannot be read or stored (${error instanceof Error ? error.message : String(error)})`;
  const sentence = endedSentence(context, why);
  await context.save(({ errors }) => ({ step: 'conclude', errors: [...errors, sentence] }));
}

function endedSentence({ diskProblem, spool }: ExecutionContext, why = diskProblem): string {
  return `${why}. Measurement stopped after ${spool.progress.samplesFramed} samples.`;
}
