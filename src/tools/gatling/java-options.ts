import { join } from 'node:path';
import type { Java } from '../jvm/java.ts';

/** The two JVMs of an execution: the compiler, then Gatling. */
export type JvmName = 'compiler' | 'gatling';
/** Lists of loaded classes, and CDS archives created from them. */
export const listNames: Record<JvmName, string> = { compiler: 'compiler.list', gatling: 'gatling.list' };
export const archiveNames: Record<JvmName, string> = { compiler: 'compiler.jsa', gatling: 'gatling.jsa' };
/** `list` records loaded classes for a CDS archive; `archive` starts from one. */
export type ClassOption = { kind: 'list' | 'archive'; folder: string };

const megabyte = 2 ** 20;
const largestCompilerHeapMb = 1024;

/** Java heap within the memory limit of an execution; the rest is for stacks, classes and connection buffers. */
export function heapBytes(memoryBytes: number): number {
  return Math.max(128 * megabyte, Math.floor(memoryBytes * 0.55));
}

export interface RunOptions {
  java: Java;
  memoryBytes: number;
  /** Options of the operator (SPATE_JAVA_OPTIONS). */
  machineOptions: readonly string[];
  /** JVM options of the run, such as -Xmx. */
  memoryOptions: readonly string[];
  systemProperties: ReadonlyMap<string, string>;
  classPath: readonly string[];
  classes: ClassOption | undefined;
}

/** The options of Gatling's JVM. */
export function runArguments(options: RunOptions): string[] {
  const heapMb = Math.floor(heapBytes(options.memoryBytes) / megabyte);
  const directMb = Math.max(32, Math.floor((options.memoryBytes * 0.15) / megabyte));
  return [
    `-Xms${Math.min(heapMb, 256)}m`,
    `-Xmx${heapMb}m`,
    `-XX:MaxDirectMemorySize=${directMb}m`,
    '-XX:MaxMetaspaceSize=256m',
    // Short pauses, because a pause of the generator looks like a slow response.
    '-XX:+UseG1GC',
    '-XX:MaxGCPauseMillis=100',
    // Measurements after an OutOfMemoryError are not reliable.
    '-XX:+ExitOnOutOfMemoryError',
    '-XX:-UsePerfData',
    ...classArguments('gatling', options.classes),
    ...options.machineOptions,
    ...options.memoryOptions,
    // Gatling accesses internals of strings when it writes simulation.log.
    '--add-opens=java.base/java.lang=ALL-UNNAMED',
    ...(options.java.feature >= 24
      ? ['--enable-native-access=ALL-UNNAMED', '--sun-misc-unsafe-memory-access=allow']
      : []),
    ...[...options.systemProperties].map(([name, value]) => `-D${name}=${value}`),
    '-cp',
    options.classPath.join(':'),
    'spate.gatling.Main',
  ];
}

/** Options of the JVM of the Scala compiler, which runs for seconds and must start fast. */
export function compilerArguments(
  memoryBytes: number,
  classPath: readonly string[],
  classes: ClassOption | undefined,
): string[] {
  const heapMb = Math.min(largestCompilerHeapMb, Math.floor((memoryBytes * 0.7) / megabyte));
  return [
    `-Xmx${Math.max(256, heapMb)}m`,
    '-Xss4m',
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-XX:-UsePerfData',
    ...classArguments('compiler', classes),
    '-cp',
    classPath.join(':'),
    'scala.tools.nsc.Main',
  ];
}

function classArguments(jvm: JvmName, option: ClassOption | undefined): string[] {
  switch (option?.kind) {
    case 'list':
      return [`-XX:DumpLoadedClassList=${join(option.folder, listNames[jvm])}`];
    case 'archive':
      // An archive that does not match is ignored silently.
      return [
        `-XX:SharedArchiveFile=${join(option.folder, archiveNames[jvm])}`,
        '-Xshare:auto',
        '-Xlog:cds=off',
      ];
    default:
      return [];
  }
}
