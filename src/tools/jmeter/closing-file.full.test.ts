import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { needs } from '../../../test/support/needs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { testContext } from '../execution.fixture.ts';
import { JavaFinder } from '../jvm/java.ts';
import { ensureToolchain } from '../toolchain.ts';
import { classPath, jmeterProject } from './project.ts';

const program = fileURLToPath(new URL('closing-file.fixture.java', import.meta.url));

test('results that JMeter closes during a check are not reported as lost', {
  skip: needs('java', 'maven'),
}, async (t) => {
  const home = await ensureToolchain(jmeterProject, testContext(), () => {});
  const java = await new JavaFinder().find();
  assert.ok(java);
  const pipe = join(await temporaryFolder(t), 'results.csv');
  assert.equal(spawnSync('mkfifo', [pipe]).status, 0);
  const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  t.after(() => closeSync(end));
  const buffer = Buffer.alloc(4096, '-');
  const isDone = (move: () => number) => {
    try {
      return move() === 0;
    } catch {
      return true;
    }
  };
  while (!isDone(() => writeSync(end, buffer)));
  const path = (await classPath(home, home)).join(':');
  const child = spawn(java.path, ['-cp', path, program, home, pipe], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const said = text(child.stdout);
  await once(child.stdout, 'data');
  const emptying = setInterval(() => {
    while (!isDone(() => readSync(end, buffer)));
  }, 10);
  t.after(() => clearInterval(emptying));
  assert.equal(await said, 'closing\nfalse\n');
});
