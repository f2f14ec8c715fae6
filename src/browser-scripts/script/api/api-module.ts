import type { UserIdentity } from '../../../tool-process/user-identity.ts';
import type { LeasedFiles } from '../contract.ts';
import type { ScriptFunction, ScriptPlan } from '../plan.ts';
import { defaultSettings } from '../settings.ts';
import { By } from './by.ts';
import { createTestData } from './data/factory.ts';
import { Device } from './device.ts';
import { createEnv } from './env.ts';
import { createHooks } from './hooks.ts';
import { Key, MouseButtons } from './key.ts';
import { BaseLocator } from './locator.ts';
import { RecoverWith } from './recover-with.ts';
import { createStep, type StepFunction } from './steps.ts';
import { Until } from './until.ts';
import { userAgents } from './user-agents.ts';

export interface ApiOptions {
  plan: ScriptPlan;
  identity: UserIdentity;
  /** Search path of data files. */
  folders: string[];
  leased?: LeasedFiles | undefined;
  warn(text: string): void;
}

/** The module `@flood/element` for the script of one user. */
export function createApiModule({ plan, identity, folders, leased, warn }: ApiOptions): {
  api: object;
  step: StepFunction;
} {
  const step = createStep(plan.steps, plan.recoveries, warn);
  const api = {
    step,
    ...createHooks(plan.hooks),
    setup: (settings: Record<string, unknown>) => void Object.assign(plan.setups, settings),
    suite: createSuite(),
    test: refuseTest,
    ENV: createEnv(identity),
    TestData: createTestData(plan.data, folders, leased),
    By,
    Until,
    Key,
    MouseButtons,
    Device,
    userAgents,
    BaseLocator,
    RecoverWith,
    DEFAULT_SETTINGS: { ...defaultSettings },
  };
  return { api, step };
}

/** The form of scripts before `export default () => …`; a source given to `withData` has registered itself. */
function createSuite() {
  const suite = (callback: ScriptFunction) => callback;
  return Object.assign(suite, { withData: (_source: unknown, callback: ScriptFunction) => callback });
}

/** The form before `suite`, which the original removed as well. */
function refuseTest(): never {
  throw new Error(
    'test() is no longer supported. Use "export default suite(step => { … })" with the same steps',
  );
}
