import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { missingNote } from './missing-note.ts';
import { listNeeds, missingNeeds } from './needs.ts';

/** Replaces PATH by a folder with scripts that print the given texts. */
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

test('reports everything as missing with an empty PATH', async (t) => {
  await onlyPath(t, {});
  assert.deepEqual(missingNeeds(['java', 'maven', 'jq']), ['java', 'maven', 'jq']);
});

test('accepts Java 17 or newer', async (t) => {
  await onlyPath(t, { java: 'openjdk version "21.0.2" 2024-01-16', javac: 'javac 21.0.2' });
  assert.deepEqual(missingNeeds(['java']), []);
});

test('rejects an old Java', async (t) => {
  await onlyPath(t, { java: 'java version "1.8.0_392"', javac: 'javac 1.8.0_392' });
  assert.deepEqual(missingNeeds(['java']), ['java']);
});

test('rejects Java without compiler', async (t) => {
  await onlyPath(t, { java: 'openjdk version "17" 2021-09-14' });
  assert.deepEqual(missingNeeds(['java']), ['java']);
});

test('detects Maven without Java', async (t) => {
  await onlyPath(t, { mvn: 'The JAVA_HOME environment variable is not defined correctly' });
  assert.deepEqual(missingNeeds(['java', 'maven']), ['java']);
});

test('the start note lists missing requirements and their effect', async (t) => {
  await onlyPath(t, {});
  assert.equal(
    missingNote(),
    'Missing: a Java development kit, 17 or newer and Maven. Apache JMeter, Gatling and Java Selenium are unavailable on this machine. JMeter plans on Spate\'s own engine need no Java.\nMissing: bubblewrap. Runs are rejected until bubblewrap is installed, or SPATE_SANDBOX=off is set, which runs scripts with the permissions of this user.\nMissing for browser tests: Chromium and Firefox. "spate doctor" lists the requirements of each tool.',
  );
});

test('there is no start note if nothing is missing', async (t) => {
  const java = { java: 'openjdk version "21.0.2" 2024-01-16', javac: 'javac 21.0.2' };
  const browsers = { chromium: 'Chromium 156', 'firefox-esr': 'Mozilla Firefox 153' };
  await onlyPath(t, { ...java, ...browsers, mvn: 'Apache Maven 3.9.9', bwrap: 'bubblewrap 0.8.0' });
  assert.equal(missingNote(), null);
});

test('accepts geckodriver, or a cargo that can build it', async (t) => {
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

test('lists requirements as text', () => {
  assert.equal(listNeeds(['maven', 'jq', 'curl']), 'Maven, jq and curl');
});
