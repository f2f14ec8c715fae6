import { setTimeout as sleep } from 'node:timers/promises';
import { endTool } from './end-tool.ts';
import type { ExecutionContext } from './execution-context.ts';

const lookEveryMs = 1000;
const clockPatienceMs = 3000;

/** Keeps the tool at its barrier until the service starts or stops the run. */
export async function hold(context: ExecutionContext): Promise<void> {
  for (;;) {
    if (context.desired.isStopWanted) {
      await endTool(context);
      await context.save({ endedEarly: 'stopped', step: 'conclude' });
      return;
    }
    if (context.desired.want === 'run') {
      await context.save({ ...(await releaseTime(context)), step: 'measure' });
      return;
    }
    if (!(await context.tool.isRunning(context.toolExecution(context.signal)))) {
      const added = context.diskProblem === undefined ? [] : [`${context.diskProblem}.`];
      await context.save(({ errors }) => ({ step: 'conclude', errors: [...errors, ...added] }));
      return;
    }
    await context.liveLog.send();
    await context.desired.changed.wait(lookEveryMs, context.signal);
  }
}

async function releaseTime(
  context: ExecutionContext,
): Promise<{ releaseAtMs: number; releaseOffsetMs: number }> {
  const { clock } = context.node;
  await Promise.race([clock.measured, sleep(clockPatienceMs)]);
  const releaseAtMs = clock.toLocalMs(context.desired.startAtMs ?? clock.nowMs());
  return { releaseAtMs, releaseOffsetMs: clock.offsetMs };
}
