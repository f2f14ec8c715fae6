import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unreadSettings } from './unread-settings.ts';

const file = (name: string, text?: string) =>
  text === undefined ? { name } : { name, content: Buffer.from(text) };
const fixed = '<stringProp name="ThreadGroup.duration">60</stringProp>';
const read = '<stringProp name="ThreadGroup.duration">${__P(duration,60)}</stringProp>';
const duration = { durationS: 10, threads: null };

test('a setting that the plan does not mention has no effect', () => {
  assert.deepEqual(unreadSettings(duration, 'jmeter', [file('plan.jmx', fixed)]), [
    'duration = 10 has no effect, because the plan does not read it. To apply it, use ${__P(duration)} in the plan.',
  ]);
  assert.equal(unreadSettings(duration, 'gatling', [file('A.scala', 'atOnceUsers(1)')]).length, 1);
});

test('settings that are read, not given, or possibly read by compiled code are not reported', () => {
  assert.deepEqual(unreadSettings(duration, 'jmeter', [file('plan.jmx', read)]), []);
  const script = '<stringProp name="script">props.get("duration")</stringProp>';
  assert.deepEqual(
    unreadSettings(duration, 'jmeter', [file('plan.jmx', fixed), file('part.jmx', script)]),
    [],
  );
  assert.deepEqual(unreadSettings({ durationS: null }, 'jmeter', [file('plan.jmx', fixed)]), []);
  assert.deepEqual(unreadSettings(duration, 'gatling', [file('A.scala', ''), file('lib.jar')]), []);
  assert.deepEqual(unreadSettings(duration, 'service-chrome', [file('a.ts', '')]), []);
});
