import type { UserIdentity } from '../../../tool-process/user-identity.ts';
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
  /** Where data files are looked for, in order. */
  folders: string[];
  warn(text: string): void;
}

/** What `import … from '@flood/element'` gives to the script of one user. */
export function createApiModule({ plan, identity, folders, warn }: ApiOptions): {
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
    TestData: createTestData(plan.data, folders),
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

/** The form before `suite`, which the original gave up as well. */
function refuseTest(): never {
  throw new Error(
    'test() is no longer supported: write "export default suite(step => { … })" with the same steps in its place',
  );
}
