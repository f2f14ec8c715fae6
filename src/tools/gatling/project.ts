import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from '../../lib/child-process.ts';
import { packageFile } from '../../lib/package-files.ts';
import { JavaFinder } from '../jvm/java.ts';
import type { ToolchainProject } from '../toolchain.ts';

export const gatlingVersion = '3.15.1';
export const oldestJava = 11;

const ownJar = 'spate-gatling.jar';
const bridgesJar = 'spate-flood.jar';

/** Gatling of toolchains/gatling, with the Scala compiler and our compiled bridges for old scripts. */
export const gatlingProject: ToolchainProject = {
  name: 'gatling',
  title: 'Gatling',
  version: gatlingVersion,
  folder: packageFile('toolchains/gatling'),
  finish: { recipe: 'bridges for old scripts, compiled', apply: compileBridges },
};

export const scalaOptions = [
  '-encoding',
  'UTF-8',
  '-language:postfixOps',
  '-language:implicitConversions',
  '-language:higherKinds',
  '-nowarn',
];

async function compileBridges(home: string): Promise<void> {
  const java = await new JavaFinder().require(gatlingProject.title, oldestJava);
  const folder = join(gatlingProject.folder, 'src/main/flood');
  const sources = (await readdir(folder)).sort().map((name) => join(folder, name));
  const jars = await classPath(home, home);
  const result = await runChild(java.path, [
    '-XX:TieredStopAtLevel=1',
    '-cp',
    (await compilerPath(home, home)).join(':'),
    'scala.tools.nsc.Main',
    ...scalaOptions,
    '-cp',
    jars.join(':'),
    '-d',
    join(home, 'lib', bridgesJar),
    ...sources,
  ]);
  if (result.code !== 0) {
    throw new Error(`The bridges for old scripts could not be compiled: ${result.lines.join('\n')}`);
  }
}

/** Class path of the toolchain at `home`, mounted at `seenAt`. Our jar comes first, because it replaces a class of Gatling. */
export async function classPath(home: string, seenAt: string): Promise<string[]> {
  const names = (await readdir(join(home, 'lib'))).filter((name) => name.endsWith('.jar')).sort();
  const others = names.filter((name) => name !== ownJar);
  return [ownJar, ...others].map((name) => join(seenAt, 'lib', name));
}

/** Class path of the Scala compiler, which runs in a separate JVM. */
export async function compilerPath(home: string, seenAt: string): Promise<string[]> {
  const names = (await readdir(join(home, 'compiler'))).filter((name) => name.endsWith('.jar')).sort();
  return names.map((name) => join(seenAt, 'compiler', name));
}
