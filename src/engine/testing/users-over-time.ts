import { debug, element, group, type TestElement } from './plan.ts';
import type { SampleFacts } from './sample-facts.ts';

/**
 * In plans that change the number of users at whole seconds, it is compared between these offsets of each second, so that
 * users up to 400 ms late or 200 ms early in one engine are counted equally.
 */
const fromMs = 400;
const untilMs = 800;

const pause = element('ConstantTimer', 'wait', { 'ConstantTimer.delay': '40' });

/** A group with one user that samples for `seconds`. Its first sample defines time 0. */
export const watch = (seconds: number): TestElement =>
  group(
    {
      name: 'watch',
      loops: -1,
      more: {
        'ThreadGroup.scheduler': true,
        'ThreadGroup.duration': String(seconds),
        'ThreadGroup.delay': '0',
      },
    },
    debug('seen', pause),
  );

/** Sampler of the users that are counted. */
export const busy = debug('busy', pause);

/**
 * For each second: active users without the watcher, the largest number that a group reports, and threads with
 * samples.
 */
export function usersOverTime(samples: readonly SampleFacts[]): unknown[] {
  const seen = samples.filter(({ label }) => label === 'seen');
  const zeroMs = Math.min(...seen.map(({ startMs }) => startMs));
  const secondOf = ({ endMs }: SampleFacts): number | undefined => {
    const ms = endMs - zeroMs;
    return ms % 1000 >= fromMs && ms % 1000 < untilMs ? Math.floor(ms / 1000) : undefined;
  };
  const seconds = [...new Set(seen.map(secondOf))].filter((second) => second !== undefined);
  return seconds.map((second) => {
    const within = samples.filter((sample) => secondOf(sample) === second);
    const others = within.filter(({ label }) => label !== 'seen');
    const most = (numbers: readonly number[]) => Math.max(0, ...numbers);
    return {
      second,
      all: most(within.filter(({ label }) => label === 'seen').map(({ allUsers }) => allUsers)) - 1,
      ofGroup: most(others.map(({ groupUsers }) => groupUsers)),
      busy: new Set(others.map(({ thread }) => thread)).size,
    };
  });
}
