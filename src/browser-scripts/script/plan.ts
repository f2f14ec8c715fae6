import type { DataFeed } from './api/data/feed.ts';
import type { WaitUntil } from './settings.ts';

/** Functions of a script get our Browser; what they give back is checked where it is used. */
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
  /** How often the step runs in an iteration; 1 unless it is a repeated one. */
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

/** What a script asked for while it was evaluated. */
export interface ScriptPlan {
  steps: StepPlan[];
  /** By the name of the step; `global` for all others. */
  recoveries: Map<string, RecoveryPlan>;
  hooks: Record<HookKind, HookPlan[]>;
  /** From `setup()`. */
  setups: Record<string, unknown>;
  data: DataFeed;
}
