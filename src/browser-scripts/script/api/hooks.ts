import type { HookKind, HookPlan, ScriptFunction } from '../plan.ts';
import { readTimeout } from '../step-options.ts';

/** `beforeAll`, `afterAll`, `beforeEach`, `afterEach`: hooks of a kind run in order. */
export function createHooks(
  hooks: Record<HookKind, HookPlan[]>,
): Record<HookKind, (fn: unknown, timeout?: unknown) => void> {
  const register = (kind: HookKind) => (fn: unknown, timeout?: unknown) => {
    if (typeof fn !== 'function') throw new Error(`${kind} needs a function`);
    hooks[kind].push({ fn: fn as ScriptFunction, timeoutMs: readTimeout(timeout) });
  };
  return {
    beforeAll: register('beforeAll'),
    afterAll: register('afterAll'),
    beforeEach: register('beforeEach'),
    afterEach: register('afterEach'),
  };
}
