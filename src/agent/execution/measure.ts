import { isDiskFull } from '../disk-full.ts';
import { endTool } from './end-tool.ts';
import type { Life } from './life.ts';
import { Pump } from './pump.ts';
import { Stopper } from './stopper.ts';

const tickMs = 1000;
const maxFailuresInARow = 15;

/** Opens the barrier, then turns what the tool writes into spooled frames, second by second, until the tool is over. */
export async function measure(life: Life): Promise<void> {
  const execution = life.toolExecution(life.signal);
  const releaseAtMs = life.record.releaseAtMs ?? life.node.clock.localMs();
  // An agent that was started again has not measured its clock yet.
  const offsetMs = life.record.releaseOffsetMs ?? life.node.clock.offsetMs;
  await life.tool.release(execution, releaseAtMs, offsetMs);
  const pump = new Pump({
    tool: life.tool,
    execution,
    spool: life.spool,
    clock: life.node.clock,
    releaseAtMs,
    releaseOffsetMs: offsetMs,
    onGenerator: (report) => life.noteGenerator(report),
  });
  const stopper = new Stopper(life, releaseAtMs);
  let failures = 0;
  try {
    for (;;) {
      const startedAt = performance.now();
      stopper.act();
      try {
        const isRunning = await life.tool.isRunning(execution);
        const isReleased = life.node.clock.localMs() >= releaseAtMs;
        const hasMore = await pump.turn(isRunning ? (isReleased ? 'measuring' : 'held') : 'over');
        life.sender.wake();
        if (!isRunning && !hasMore) break;
        failures = 0;
        if (hasMore) continue;
      } catch (error) {
        life.signal.throwIfAborted();
        failures++;
        life.log.error({ err: error, failures }, 'what the tool measured could not be taken over');
        if (isDiskFull(error) || failures === maxFailuresInARow) return await giveUp(life, error);
      }
      await life.liveLog.send();
      const restMs = tickMs - (performance.now() - startedAt);
      await life.wishes.changed.wait(Math.max(restMs, 10), life.signal);
    }
  } finally {
    await stopper.settle();
  }
  const wasNeverReleased = stopper.stoppedBeforeStart && life.spool.progress.samplesFramed === 0;
  const { forceNote, lateNote } = stopper;
  const errors = [
    ...life.record.errors,
    ...(lateNote === null ? [] : [lateNote]),
    ...(life.diskProblem === undefined ? [] : [endedSentence(life)]),
  ];
  await life.save({
    step: 'conclude',
    forceNote,
    errors,
    ...(wasNeverReleased ? { endedEarly: 'stopped' } : {}),
  });
}

/** Ends with the numbers so far: a run that goes on unmeasured would be worse. */
async function giveUp(life: Life, error: unknown): Promise<void> {
  await endTool(life);
  const why = isDiskFull(error)
    ? 'The disk of the node is full'
    : `The results cannot be read or kept (${error instanceof Error ? error.message : String(error)})`;
  await life.save({ step: 'conclude', errors: [...life.record.errors, endedSentence(life, why)] });
}

function endedSentence({ diskProblem, spool }: Life, why = diskProblem): string {
  return `${why}: measuring ended after ${spool.progress.samplesFramed} samples.`;
}
