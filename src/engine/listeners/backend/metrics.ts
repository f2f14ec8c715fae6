import type { Runner } from '../../core.ts';
import type { Result } from '../../state/result.ts';
import { toInt, type UserFigures } from './backend-client.ts';
import { SamplerMetric } from './sampler-metric.ts';
import { StatisticsWindow } from './statistics-window.ts';

/** Metrics of each label, and active users over a sliding window. */
export class Metrics {
  readonly bySampler = new Map<string, SamplerMetric>();
  readonly #users = new StatisticsWindow();

  /** `allKey`: key of the total. A sampler with this name is added to the total, as in JMeter. */
  add(result: Result, runner: Runner, allKey: string, isLabelWanted: boolean): void {
    this.#users.add(runner.activeUsers);
    if (isLabelWanted) {
      this.#metric(result.label).add(result, false);
    }
    this.#metric(allKey).add(result, true);
  }

  #metric(key: string): SamplerMetric {
    let metric = this.bySampler.get(key);
    if (!metric) {
      metric = new SamplerMetric();
      this.bySampler.set(key, metric);
    }
    return metric;
  }

  users(runner: Runner): UserFigures {
    return {
      min: toInt(this.#users.min),
      max: toInt(this.#users.max),
      mean: toInt(this.#users.mean),
      started: runner.startedUsers,
      ended: runner.startedUsers - runner.activeUsers,
    };
  }
}

/** `99;95.5`: in plan order, without duplicates, as 32-bit numbers. */
export function percentilesOf(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const each of text.split(';').map((part) => part.trim())) {
    const value = Math.fround(Number(each));
    if (each !== '' && !Number.isNaN(value)) {
      found.set(String(Math.round(value * 100) / 100), value);
    }
  }
  return found;
}
