import type { StepOptions } from './plan.ts';
import { settingMs } from './time-units.ts';

const defaultTimeoutMs = 30_000;

/** Keys that are no option of a step are dropped. */
export function readStepOptions(raw: object): StepOptions {
  const { waitTimeout, waitUntil, tries } = raw as Record<string, unknown>;
  const options: StepOptions = {};
  if (waitTimeout !== undefined && waitTimeout !== null) options.waitTimeoutMs = readTimeout(waitTimeout);
  if (waitUntil === null || waitUntil === false) options.waitUntil = false;
  if (waitUntil === 'visible' || waitUntil === 'present' || waitUntil === 'ready')
    options.waitUntil = waitUntil;
  if (typeof tries === 'number' && tries > 0) options.tries = Math.floor(tries);
  return options;
}

/** The same rule for steps and for hooks. */
export function readTimeout(value: unknown): number {
  return settingMs(value, defaultTimeoutMs);
}
