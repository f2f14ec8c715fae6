import { setTimeout as sleep } from 'node:timers/promises';
import { endTool } from './end-tool.ts';
import type { Life } from './life.ts';

const lookEveryMs = 1000;
const clockPatienceMs = 3000;

/** The tool waits at its barrier until all nodes of the run are to start. */
export async function hold(life: Life): Promise<void> {
  for (;;) {
    if (life.wishes.isStopWanted) {
      await endTool(life);
      await life.save({ endedEarly: 'stopped', step: 'conclude' });
      return;
    }
    if (life.wishes.want === 'run') {
      await life.save({ ...(await releaseTime(life)), step: 'measure' });
      return;
    }
    if (!(await life.tool.isRunning(life.toolExecution(life.signal)))) {
      const errors = life.diskProblem === undefined ? [] : [`${life.diskProblem}.`];
      await life.save({ step: 'conclude', errors: [...life.record.errors, ...errors] });
      return;
    }
    await life.liveLog.send();
    await life.wishes.changed.wait(lookEveryMs, life.signal);
  }
}

async function releaseTime(life: Life): Promise<{ releaseAtMs: number; releaseOffsetMs: number }> {
  const { clock } = life.node;
  await Promise.race([clock.measured, sleep(clockPatienceMs)]);
  const releaseAtMs = clock.toLocalMs(life.wishes.startAtMs ?? clock.nowMs());
  return { releaseAtMs, releaseOffsetMs: clock.offsetMs };
}
