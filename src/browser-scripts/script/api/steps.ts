import type { RecoveryPlan, ScriptFunction, StepOptions, StepPlan } from '../plan.ts';
import { readStepOptions } from '../step-options.ts';

export interface StepFunction {
  (...args: unknown[]): void;
  once(...args: unknown[]): void;
  skip(...args: unknown[]): void;
  recovery(...args: unknown[]): void;
  if(condition: unknown, ...args: unknown[]): void;
  unless(condition: unknown, ...args: unknown[]): void;
  while(condition: unknown, ...args: unknown[]): void;
  repeat(count: unknown, ...args: unknown[]): void;
}

const nameless = 'global';

/** `step` and its variants: they only write down what is to be run. */
export function createStep(
  steps: StepPlan[],
  recoveries: Map<string, RecoveryPlan>,
  warn: (text: string) => void,
): StepFunction {
  const names = new Set<string>();
  const add = (args: unknown[], kind: StepPlan['kind'], condition: unknown = null, count = 1) => {
    const { name, options, fn } = readStepArguments(args);
    if (names.has(name)) return warn(`Duplicate step name: ${name}, skipping step`);
    names.add(name);
    steps.push({ name, fn, options, kind, condition: condition as ScriptFunction | null, count });
  };
  const addRecovery = (args: unknown[]) => {
    const { name, options, fn } = readStepArguments(args);
    if (name === nameless && recoveries.has(nameless)) {
      throw new Error('Global recovery step called with too many times');
    }
    recoveries.set(name, { options, fn });
  };
  return Object.assign((...args: unknown[]) => add(args, 'plain'), {
    once: (...args: unknown[]) => add(args, 'once'),
    skip: (...args: unknown[]) => add(args, 'skip'),
    recovery: (...args: unknown[]) => addRecovery(args),
    if: (condition: unknown, ...args: unknown[]) => add(args, 'if', readCondition(condition, 'if')),
    unless: (condition: unknown, ...args: unknown[]) =>
      add(args, 'unless', readCondition(condition, 'unless')),
    while: (condition: unknown, ...args: unknown[]) => add(args, 'while', readCondition(condition, 'while')),
    repeat: (count: unknown, ...args: unknown[]) => add(args, 'repeat', null, readCount(count)),
  });
}

function readStepArguments(args: unknown[]): { name: string; options: StepOptions; fn: ScriptFunction } {
  if (args.length === 0) throw new Error('Step called without arguments');
  if (args.length > 3) throw new Error('Step called with too many arguments');
  const fn = args.at(-1);
  const name = typeof args[0] === 'string' ? args[0] : nameless;
  if (typeof fn !== 'function') throw new Error(`Step '${name}' has no function to run`);
  const options = args.slice(0, -1).find((each) => typeof each === 'object' && each !== null);
  return { name, options: readStepOptions(options ?? {}), fn: fn as ScriptFunction };
}

/** A plain true or false is taken for a condition that never changes. */
function readCondition(condition: unknown, kind: string): ScriptFunction {
  if (typeof condition === 'boolean') return () => condition;
  if (typeof condition !== 'function') throw new Error(`step.${kind} needs a function as its condition`);
  return condition as ScriptFunction;
}

function readCount(count: unknown): number {
  const times = Number(count);
  return Number.isFinite(times) ? Math.max(1, Math.floor(times)) : 1;
}
