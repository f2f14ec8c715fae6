import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from '../../lib/child-process.ts';
import type { Java } from '../jvm/java.ts';
import { classPath } from './project.ts';

export interface KnownClasses {
  /** Short names in saveservice.properties. */
  aliases: string[];
  /** Old class names that JMeter replaces by itself. */
  renamed: string[];
  /** Full names of all test elements in JMeter and its plugins. */
  classes: string[];
}

/** What plans may name, read from the toolchain itself; src/jmx/known-classes.json is made from this. */
export async function listKnownClasses(toolchain: string, java: Java): Promise<KnownClasses> {
  const aliases = await propertyNames(join(toolchain, 'bin/saveservice.properties'));
  const renamed = await propertyNames(join(toolchain, 'bin/upgrade.properties'));
  return {
    aliases: unique(aliases.filter((name) => !name.startsWith('_')).flatMap((name) => name.split(','))),
    renamed: unique(renamed.filter((name) => !/[/|]/.test(name))),
    classes: await listClasses(toolchain, java, 'element', ['lib/ext', 'lib/plugins']),
  };
}

/** Elements or functions in the jars of some folders of the toolchain. */
export async function listClasses(
  toolchain: string,
  java: Java,
  kind: 'element' | 'function',
  folders: readonly string[],
): Promise<string[]> {
  const jars = (await classPath(toolchain, toolchain)).join(':');
  const args = [
    '-cp',
    jars,
    'spate.jmeter.ListElements',
    ...folders.map((folder) => join(toolchain, folder)),
  ];
  const { lines, code } = await runChild(java.path, args, { timeoutMs: 300_000 });
  if (code !== 0) {
    throw new Error(`The classes of the toolchain could not be listed: ${lines.join('\n')}`);
  }
  return lines
    .filter((line) => line.startsWith(`${kind} `))
    .map((line) => line.slice(kind.length + 1))
    .filter((name) => !name.startsWith('spate.'));
}

async function propertyNames(path: string): Promise<string[]> {
  return (await readFile(path, 'latin1'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^[^#!=]+=./.test(line))
    .map((line) => line.slice(0, line.indexOf('=')).trim());
}

const unique = (names: readonly string[]) => [...new Set(names)].sort();
