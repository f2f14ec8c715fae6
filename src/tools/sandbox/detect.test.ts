import assert from 'node:assert/strict';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { AppError } from '../../domain/errors.ts';
import { makeExecution } from '../execution.fixture.ts';
import { createJmeter } from '../jmeter/jmeter.ts';
import { detectSandbox } from './detect.ts';

/** Puts a failing bubblewrap first on the PATH; returns a function that removes it. */
async function breakBubblewrap(t: TestContext): Promise<() => Promise<void>> {
  const folder = await temporaryFolder(t);
  const bwrap = join(folder, 'bwrap');
  await writeFile(bwrap, '#!/bin/sh\necho "No permissions to create a new namespace" >&2; exit 1\n');
  await chmod(bwrap, 0o755);
  const before = process.env.PATH;
  process.env.PATH = [folder, before].join(delimiter);
  t.after(() => {
    process.env.PATH = before;
  });
  return () => rm(bwrap);
}

const sentence =
  /^bubblewrap does not work \(No permissions to create a new namespace\), so runs are rejected.* or accept that with SPATE_SANDBOX=off\.$/;

test('rejects all plans without a working bubblewrap, also on our own engine', async (t) => {
  await breakBubblewrap(t);
  const sandbox = await detectSandbox();
  assert.equal(sandbox.kind, 'none');
  assert.match((await sandbox.refusal()) ?? '', sentence);
  assert.match(sandbox.notes.join(), sentence);
  const tool = createJmeter();
  const plan = { name: 'plan.jmx', content: '<jmeterTestPlan/>' };
  await using execution = await makeExecution(tool, [plan], { engine: 'spate' }, sandbox);
  const { isAvailable, missing } = await tool.probe(execution);
  assert.equal(isAvailable, false);
  assert.match(missing[0] ?? '', sentence);
  for (const begin of [() => tool.launch(execution), () => tool.provision(execution, () => {})])
    await assert.rejects(
      begin,
      (error) =>
        error instanceof AppError && error.code === 'tool_unavailable' && sentence.test(error.message),
    );
});

test('detects a fixed bubblewrap without a restart', {
  skip: needs('bubblewrap'),
}, async (t) => {
  const repair = await breakBubblewrap(t);
  const sandbox = await detectSandbox();
  assert.notEqual(await sandbox.refusal(), undefined);
  await repair();
  assert.equal(await sandbox.refusal(), undefined);
  assert.equal(sandbox.kind, 'bubblewrap');
});

test('an operator can accept a missing sandbox, and the node reports it', async (t) => {
  await breakBubblewrap(t);
  const off = await detectSandbox({ mode: 'off' });
  assert.equal(off.kind, 'none');
  assert.equal(await off.refusal(), undefined);
  assert.deepEqual(off.notes, ['SPATE_SANDBOX is off: scripts run with the rights of this user.']);
  const preferred = await detectSandbox({ mode: 'preferred' });
  assert.equal(await preferred.refusal(), undefined);
  assert.match(preferred.remark, /so scripts run with the rights of this user\.$/);
});
