import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import type { PlanElement } from '../../jmx/plan-tree.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import { replaceInPlan } from '../compile/replace-in-plan.ts';
import type { OutsideScripts } from '../core.ts';
import { textFunctions } from '../functions/functions.ts';
import { BroadcastProperties } from '../process/broadcast-properties.ts';
import { PlanRun } from '../scheduler/plan-run.ts';
import type { Result } from '../state/result.ts';
import { VariableNames } from '../state/variables.ts';
import { makeClock } from '../testing/make-clock.ts';
import { group, planWith } from '../testing/plan.ts';
import { scriptJvmCommand } from '../testing/script-jvm-command.ts';
import { jsr223 } from '../testing/script-plans.ts';
import { JvmScripts } from './jvm-scripts.ts';
import { ScriptJvm } from './script-jvm.ts';

const users = 20;
const sleepMs = 10_000;

test('an interrupt that arrives before its queued script runs interrupts it', {
  skip: needs('java', 'maven'),
  timeout: 240_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-interrupts-'));
  const plan = planWith(
    {},
    {},
    group({ users }, jsr223('JSR223Sampler', 'sleeps', `Thread.sleep(${sleepMs})`)),
  );
  const [root] = readJmx('plan.jmx', Buffer.from(plan)).roots;
  const clock = makeClock();
  const samples: Result[] = [];
  const properties = new BroadcastProperties(
    {},
    () => {},
    () => {},
  );
  const jvm: ScriptJvm = new ScriptJvm({
    command: await scriptJvmCommand(),
    folder,
    onFrame: (frame) => scripts.receive(frame),
    onLine: () => {},
    onEnd: (reason) => scripts.fail(reason),
  });
  const scripts: JvmScripts = new JvmScripts({ jvm, properties, log: () => {}, isMeant: () => true });
  // The call and its interrupt are sent in one write.
  const interrupted: OutsideScripts = {
    interrupt: (user) => scripts.interrupt(user),
    scriptOf: (element, context) => {
      const script = scripts.scriptOf(element, context);
      return (
        script && {
          ...script,
          sample: (user) => {
            const sample = script.sample(user);
            scripts.interrupt(user);
            return sample;
          },
        }
      );
    },
  };
  const run = new PlanRun(replaceInPlan(root as PlanElement, { filesFolder: folder }), {
    environment: {
      nowMs: clock.nowMs,
      cachedNowMs: clock.cachedNowMs,
      wheelTimer: clock.wheelTimer,
      random: Math.random,
      userAgent: '',
      planName: 'plan.jmx',
      properties,
      functions: textFunctions,
      variableNames: new VariableNames(),
      filesFolder: folder,
      log: () => {},
      outsideScripts: interrupted,
    },
    recorder: { sampleOccurred: (result) => samples.push(result) },
  });
  try {
    run.prepare();
    await scripts.start();
    await run.run();
  } finally {
    jvm.close();
    clock.stop();
    await rm(folder, { recursive: true });
  }
  assert.deepEqual(
    samples.map(({ isSuccess, message }) => [isSuccess, /InterruptedException/.test(message)]),
    Array.from({ length: users }, () => [false, true]),
  );
});
