import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { testContext } from './execution.fixture.ts';
import { createTools, probeTools, runnableTools } from './tools.ts';

test('runs Java once for its version, for all tools', async () => {
  const home = await mkdtemp(join(tmpdir(), 'spate-java-'));
  const before = process.env.JAVA_HOME;
  try {
    await mkdir(join(home, 'bin'));
    const settings = `java.home = ${home}\njava.specification.version = 17\njava.vm.version = 17.0.1+1`;
    await writeFile(
      join(home, 'bin/java'),
      `#!/bin/sh\necho asked >> '${home}/asked'\nprintf '%s\\n' '${settings}' >&2\n`,
    );
    await chmod(join(home, 'bin/java'), 0o755);
    process.env.JAVA_HOME = home;
    const context = { ...testContext(), cacheDir: join(home, 'cache') };
    const timesAsked = async () => (await readFile(join(home, 'asked'), 'utf8')).split('\n').length - 1;

    const probed = await probeTools(context);
    assert.deepEqual(
      probed.map(({ tool }) => tool),
      runnableTools,
    );
    assert.ok(probed.every(({ missing }) => !/Java \d+ or newer/.test(missing.join())));
    assert.equal(await timesAsked(), 1);

    await Promise.all(createTools().map((tool) => tool.probe(context)));
    assert.equal(await timesAsked(), 2);
  } finally {
    if (before === undefined) delete process.env.JAVA_HOME;
    else process.env.JAVA_HOME = before;
    await rm(home, { recursive: true });
  }
});
