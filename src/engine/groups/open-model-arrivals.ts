import type { ScheduleStep } from '../../jmx/open-model-schedule.ts';

/** JMeter's ThreadScheduleProcessGenerator: arrival times of users, in seconds after the start of the test. */
export function* openModelArrivals(
  steps: readonly ScheduleStep[],
  random: () => number,
): Generator<number, void> {
  let offset = 0;
  let begin = 0;
  for (const [index, step] of steps.entries()) {
    if ('rate' in step) {
      begin = step.rate;
      continue;
    }
    const following = steps[index + 1];
    const end = following && 'rate' in following ? following.rate : begin;
    const { seconds } = step;
    const times =
      step.arrivals === 'even' ? evenTimes(begin, end, seconds) : randomTimes(begin, end, seconds, random);
    for (const time of times) {
      yield offset + time;
    }
    offset += seconds;
  }
}

export const scheduleSeconds = (steps: readonly ScheduleStep[]) =>
  steps.reduce((sum, step) => sum + ('rate' in step ? 0 : step.seconds), 0);

function* evenTimes(begin: number, end: number, seconds: number): Generator<number, void> {
  const mean = (begin + end) / 2;
  const count = Math.trunc(mean * seconds);
  const isSteady = Math.abs(end - begin) < 0.0001 * mean;
  const acceleration = isSteady ? 0 : (end - begin) / seconds;
  for (let n = 0; n < count; n++) {
    if (n === 0) {
      yield 0;
    } else if (acceleration === 0) {
      yield n / mean;
    } else {
      yield (Math.sqrt(begin * begin + 2 * acceleration * n) - begin) / acceleration;
    }
  }
}

function randomTimes(begin: number, end: number, seconds: number, random: () => number): number[] {
  const least = Math.min(begin, end);
  const count = Math.trunc(((begin + end) / 2) * seconds);
  const flat = Math.trunc(least * seconds);
  const times: number[] = [];
  for (let index = 0; least > 0 && index < flat; index++) {
    times.push(random() * seconds);
  }
  for (let index = flat; begin !== end && index < count; index++) {
    const time = Math.sqrt(random());
    times.push((begin > end ? 1 - time : time) * seconds);
  }
  return times.sort((left, right) => left - right);
}
