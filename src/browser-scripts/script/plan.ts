import type { DataFeed } from './api/data/feed.ts';
import type { WaitUntil } from './settings.ts';

/** Functions of a script receive our Browser; their results are validated where used. */
export type ScriptFunction = (...args: unknown[]) => unknown;

export interface StepOptions {
  waitTimeoutMs?: number;
  waitUntil?: WaitUntil;
  tries?: number;
}

export interface StepPlan {
  name: string;
  fn: ScriptFunction;
  options: StepOptions;
  kind: 'plain' | 'once' | 'skip' | 'if' | 'unless' | 'while' | 'repeat';
  condition: ScriptFunction | null;
  /** Number of executions per iteration; 1 unless repeated. */
  count: number;
}

export interface RecoveryPlan {
  fn: ScriptFunction;
  options: StepOptions;
}

export interface HookPlan {
  fn: ScriptFunction;
  timeoutMs: number;
}

export type HookKind = 'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach';

/** Steps, hooks and settings registered by a script. */
export interface ScriptPlan {
  steps: StepPlan[];
  /** By the name of the step; `global` for all others. */
  recoveries: Map<string, RecoveryPlan>;
  hooks: Record<HookKind, HookPlan[]>;
  /** From `setup()`. */
  setups: Record<string, unknown>;
  data: DataFeed;
}
