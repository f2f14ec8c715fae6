import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import type { OutsideScripts } from '../core.ts';
import { BroadcastProperties } from '../process/broadcast-properties.ts';
import { group, planWith } from '../testing/plan.ts';
import { runPlan } from '../testing/run-plan.ts';
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
  try {
    const { samples } = await runPlan(plan, {
      environment: { properties, filesFolder: folder, outsideScripts: interrupted },
      prepare: (run) => {
        run.prepare();
        return scripts.start();
      },
    });
    assert.deepEqual(
      samples.map(({ isSuccess, message }) => [isSuccess, /InterruptedException/.test(message)]),
      Array.from({ length: users }, () => [false, true]),
    );
  } finally {
    jvm.close();
    await rm(folder, { recursive: true });
  }
});
