import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { debug, element, group, plan } from '../../src/engine/testing/plan.ts';
import { absentJar, judgeFolder, nothingToRun } from './judge-folder.ts';

const java = (classname: string) => ({
  ...element('JavaSampler', 'java', { classname }),
  guiClass: 'JavaTestSamplerGui',
});

test('plans with Java Requests of absent jars are not counted, unless they have other obstacles', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-judge-'));
  try {
    const plans = {
      'a.jmx': plan(group({}, debug('runs'))),
      'b.jmx': plan(group({}, java('com.acme.Client'))),
      'c.jmx': plan(group({}, java('org.apache.jmeter.protocol.java.test.JavaTest'))),
      'd.jmx': plan(group({}, java('com.acme.Client'), element('FTPSampler', 'ftp'))),
      'e.jmx': plan(),
    };
    await mkdir(join(folder, 'project'));
    for (const [name, content] of Object.entries(plans)) {
      await writeFile(join(folder, 'project', name), content);
    }
    const judged = await judgeFolder(folder, 15);
    assert.deepEqual(
      judged.map(({ reasons, skipped }) => [reasons?.size, skipped]),
      [
        [0, ''],
        [undefined, absentJar],
        [0, ''],
        [1, ''],
        [undefined, nothingToRun],
      ],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
