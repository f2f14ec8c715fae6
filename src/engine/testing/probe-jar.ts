import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testContext } from '../../tools/execution.fixture.ts';
import { classPath, jmeterProject } from '../../tools/jmeter/project.ts';
import { makeJar } from '../../tools/jvm/jar.fixture.ts';
import { ensureToolchain } from '../../tools/toolchain.ts';
import { probeSources } from './probe-sources.ts';

const imports = `package probe;
import java.util.*;
import org.apache.jmeter.config.Arguments;
import org.apache.jmeter.protocol.java.sampler.*;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.threads.*;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.util.*;
`;

/** The content of a jar with clients of Java Requests, in the package `probe`. */
export async function makeProbeJar(): Promise<Uint8Array> {
  const home = await ensureToolchain(jmeterProject, testContext(), () => {});
  const files = Object.entries(probeSources).map(([name, source]) => ({
    name: `${name}.java`,
    content: imports + source,
  }));
  return makeJar(files, await classPath(home, home));
}

/** Writes that jar to a file. Disposing the returned object deletes it. */
export async function writeProbeJar(): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-probe-'));
  const path = join(folder, 'probe.jar');
  await writeFile(path, await makeProbeJar());
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
