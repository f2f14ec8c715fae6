import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { needs } from '../../../test/support/needs.ts';
import { makeExecution, testContext } from '../execution.fixture.ts';
import { JavaFinder } from '../jvm/java.ts';
import { ensureToolchain } from '../toolchain.ts';
import { createJmeter } from './jmeter.ts';
import { type KnownClasses, listClasses, listKnownClasses } from './known-classes.ts';
import { plan, threadGroup } from './plan.fixture.ts';
import { jmeterProject } from './project.ts';

const keptPath = fileURLToPath(new URL('../../jmx/known-classes.json', import.meta.url));

async function parts() {
  const java = await new JavaFinder().find();
  assert.ok(java);
  return { java, toolchain: await ensureToolchain(jmeterProject, testContext(), () => {}) };
}

describe('the classes that plans may name', { skip: needs('java', 'maven') }, () => {
  it('are those of the toolchain (SPATE_UPDATE=1 updates the list)', async () => {
    const { toolchain, java } = await parts();
    const listed = await listKnownClasses(toolchain, java);
    if (process.env.SPATE_UPDATE === '1') {
      await writeFile(keptPath, `${JSON.stringify(listed, null, 2)}\n`);
    }
    const kept = JSON.parse(await readFile(keptPath, 'utf8')) as KnownClasses;
    assert.deepEqual(kept, listed);
    assert.ok(listed.classes.length > 150 && listed.aliases.length > 250);
  });

  it('all load in JMeter', async () => {
    const { classes } = JSON.parse(await readFile(keptPath, 'utf8')) as KnownClasses;
    const elements = classes
      // It requires the element that it refers to, even when it is disabled.
      .filter((name) => !name.endsWith('.ModuleController'))
      .map((name) => name.replaceAll('_', '__').replaceAll('$', '_-'))
      .map((name) => `<${name} guiclass="x" testclass="x" testname="x" enabled="false"/><hashTree/>`);
    const tool = createJmeter();
    const content = plan(threadGroup({ users: 1, loops: 1 }), ...elements);
    await using execution = await makeExecution(tool, [{ name: 'all.jmx', content }]);
    await tool.launch(execution);
    const log = await readFile(join(execution.folders.results, 'jmeter.log'), 'utf8');
    const failed = [...log.matchAll(/not instantiable: class (\S+)/g)].map((found) => found[1]);
    assert.deepEqual(failed, []);
  });

  it('include every function of the plugins, which JMeter does not search for', async () => {
    const { toolchain, java } = await parts();
    const services = join(
      jmeterProject.folder,
      'src/main/resources/META-INF/services/org.apache.jmeter.functions.Function',
    );
    const named = (await readFile(services, 'utf8')).trim().split('\n');
    assert.deepEqual(named, await listClasses(toolchain, java, 'function', ['lib/plugins']));
  });
});
