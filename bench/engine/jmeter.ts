import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { exists } from '../../src/lib/exists.ts';
import { testContext } from '../../src/tools/execution.fixture.ts';
import { classPath, jmeterProject } from '../../src/tools/jmeter/project.ts';
import { ensureToolchain } from '../../src/tools/toolchain.ts';
import { until } from '../../test/support/until.ts';
import type { Generator, Load } from './load.ts';
import { requestLabel } from './plan.ts';
import { startProgram } from './program.ts';

const stopGraceMs = 10_000;

/** Apache JMeter with the same plan, held at the barrier, so that the start of its JVM is not measured. */
export async function prepareJmeter(
  load: Pick<Load, 'core'>,
  folder: string,
  plan: string,
): Promise<Generator> {
  const home = await ensureToolchain(jmeterProject, testContext(), console.log);
  const own = join(folder, `jmeter-${Date.now()}`);
  const paths = {
    ready: join(own, 'ready'),
    control: join(own, 'control'),
    results: join(own, 'results.jtl'),
  };
  await mkdir(own);
  await writeFile(join(own, 'plan.jmx'), plan);
  const program = await startProgram(
    load.core,
    [
      ...['java', '-Xms1g', '-Xmx1g', '-Djava.awt.headless=true', `-Djmeter.home=${home}`],
      ...[`-Dspate.ready=${paths.ready}`, `-Dspate.control=${paths.control}`],
      ...['-cp', (await classPath(home, home)).join(':'), 'org.apache.jmeter.NewDriver', '-n'],
      ...['-t', 'plan.jmx', '-l', paths.results, '-j', 'jmeter.log', '-i', join(home, 'bin/log4j2.xml')],
    ],
    { cwd: own },
  );
  await Promise.race([
    until('JMeter is ready', () => exists(paths.ready)),
    program.ended.then((output) => Promise.reject(new Error(`JMeter ended before it was ready: ${output}`))),
  ]);
  return {
    pid: program.pid,
    begin: () => writeFile(paths.control, `start ${Date.now()}`),
    async end() {
      await writeFile(paths.control, `stop ${stopGraceMs}`);
      await program.ended;
    },
    counted: () => countRequests(paths.results),
  };
}

async function countRequests(path: string): Promise<number> {
  let count = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line.split(',', 3)[2] === requestLabel) {
      count += 1;
    }
  }
  return count;
}
