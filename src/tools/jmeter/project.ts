import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFile } from '../../lib/package-files.ts';
import type { ToolchainProject } from '../toolchain.ts';

export const jmeterVersion = '5.6.3';

/** JMeter of toolchains/jmeter, with our TestPlan element, which waits at the barrier. */
export const jmeterProject: ToolchainProject = {
  name: 'jmeter',
  title: 'Apache JMeter',
  version: jmeterVersion,
  folder: packageFile('toolchains/jmeter'),
  finish: { recipe: 'junit folder, own log settings, held test plan', apply: finish },
};

const ownPlan = /^TestPlan=org\.apache\.jmeter\.testelement\.TestPlan\s*$/m;
const heldPlan = 'TestPlan,org.apache.jmeter.testelement.TestPlan=spate.jmeter.HeldTestPlan';

async function finish(home: string): Promise<void> {
  // JMeter logs an error when this folder is missing, even if it would be empty.
  await mkdir(join(home, 'lib', 'junit'), { recursive: true });
  await copyFile(join(jmeterProject.folder, 'log4j2.xml'), join(home, 'bin', 'log4j2.xml'));
  const path = join(home, 'bin', 'saveservice.properties');
  const text = await readFile(path, 'latin1');
  if (!ownPlan.test(text)) {
    throw new Error(`${path} has no TestPlan entry: unexpected version of JMeter`);
  }
  await writeFile(path, text.replace(ownPlan, heldPlan), 'latin1');
}

/** The class path of the toolchain at `home`, as seen at `seenAt`. */
export async function classPath(home: string, seenAt: string): Promise<string[]> {
  const folders = ['lib', 'lib/ext', 'lib/plugins'];
  const jars = [join(seenAt, 'bin/ApacheJMeter.jar')];
  for (const folder of folders) {
    const names = (await readdir(join(home, folder))).filter((name) => name.endsWith('.jar')).sort();
    jars.push(...names.map((name) => join(seenAt, folder, name)));
  }
  return jars;
}
