import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { listNeeds, missingNeeds } from './needs.ts';
import { noteLacking } from './note-lacking.ts';

/** A folder as the only one on the path, with programs that say what they are told to. */
async function onlyPath(t: TestContext, programs: Record<string, string | { out: string }>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-needs-'));
  for (const [name, says] of Object.entries(programs)) {
    const line = typeof says === 'string' ? `echo '${says}' >&2` : `echo '${says.out}'`;
    await writeFile(join(folder, name), `#!/bin/sh\n${line}\n`);
    await chmod(join(folder, name), 0o755);
  }
  const before = process.env.PATH;
  process.env.PATH = folder;
  t.after(async () => {
    process.env.PATH = before;
    await rm(folder, { recursive: true });
  });
}

test('finds nothing on a bare machine', async (t) => {
  await onlyPath(t, {});
  assert.deepEqual(missingNeeds(['java', 'maven', 'jq']), ['java', 'maven', 'jq']);
});

test('takes a Java of 17 and newer', async (t) => {
  await onlyPath(t, { java: 'openjdk version "21.0.2" 2024-01-16', javac: 'javac 21.0.2' });
  assert.deepEqual(missingNeeds(['java']), []);
});

test('does not take a Java that is too old', async (t) => {
  await onlyPath(t, { java: 'java version "1.8.0_392"', javac: 'javac 1.8.0_392' });
  assert.deepEqual(missingNeeds(['java']), ['java']);
});

test('does not take a Java without its compiler', async (t) => {
  await onlyPath(t, { java: 'openjdk version "17" 2021-09-14' });
  assert.deepEqual(missingNeeds(['java']), ['java']);
});

test('sees a Maven that cannot run for want of Java', async (t) => {
  await onlyPath(t, { mvn: 'The JAVA_HOME environment variable is not defined correctly' });
  assert.deepEqual(missingNeeds(['java', 'maven']), ['java']);
});

test('a service on a machine that lacks something is told what that means', async (t) => {
  await onlyPath(t, {});
  assert.equal(
    noteLacking(),
    'This machine lacks a Java development kit, 17 or newer and Maven: Apache JMeter, Gatling and Java Selenium cannot be set up on it. JMeter plans that Spate\'s own engine runs need no Java.\nThis machine lacks bubblewrap: no run is accepted for it until bubblewrap is installed, or SPATE_SANDBOX=off accepts that scripts run with the rights of this user.\nThis machine has no Chromium and Firefox for browser tests; "spate doctor" says what each tool lacks.',
  );
});

test('a service on a machine that lacks nothing is told nothing', async (t) => {
  const java = { java: 'openjdk version "21.0.2" 2024-01-16', javac: 'javac 21.0.2' };
  const browsers = { chromium: 'Chromium 156', 'firefox-esr': 'Mozilla Firefox 153' };
  await onlyPath(t, { ...java, ...browsers, mvn: 'Apache Maven 3.9.9', bwrap: 'bubblewrap 0.8.0' });
  assert.equal(noteLacking(), null);
});

test('takes a geckodriver, or a cargo that can build one', async (t) => {
  await onlyPath(t, { geckodriver: 'geckodriver 0.37.1' });
  assert.deepEqual(missingNeeds(['geckodriver']), []);
});

for (const [says, missing] of [
  ['cargo 1.95.0 (f2d3ce0bd 2026-03-21)', []],
  ['cargo 1.85.0', []],
  ['cargo 1.65.0', ['geckodriver']],
] as const) {
  test(`${says} is ${missing.length === 0 ? 'new enough' : 'too old'} to build geckodriver`, async (t) => {
    await onlyPath(t, { cargo: { out: says } });
    assert.deepEqual(missingNeeds(['geckodriver']), missing);
  });
}

test('lists what is missing in words', () => {
  assert.equal(listNeeds(['maven', 'jq', 'curl']), 'Maven, jq and curl');
});
