const megabyte = 2 ** 20;

const opens = [
  ...['java.lang', 'java.lang.invoke', 'java.lang.reflect', 'java.util', 'java.text'].map(
    (name) => `java.base/${name}`,
  ),
  ...['sun.awt', 'sun.swing', 'javax.swing.text.html', 'java.awt', 'java.awt.font'].map(
    (name) => `java.desktop/${name}`,
  ),
];

export interface JavaOptions {
  memoryBytes: number;
  /** Options of the operator (SPATE_JAVA_OPTIONS). */
  machineOptions: readonly string[];
  /** JVM options of the run, such as -Xmx. */
  memoryOptions: readonly string[];
  systemProperties: ReadonlyMap<string, string>;
  classPath: readonly string[];
  classes?: ClassOption;
}

/** `list` records loaded classes for a CDS archive; `archive` starts from one. */
export type ClassOption = { kind: 'list'; path: string } | { kind: 'archive'; path: string };

/** Java heap within the memory limit of an execution; the rest is for stacks, classes and buffers. */
export function heapBytes(memoryBytes: number): number {
  return Math.max(128 * megabyte, Math.floor(memoryBytes * 0.6));
}

/** JVM options for an argument file, because command lines are visible to all users of the machine. */
export function javaArguments(options: JavaOptions): string[] {
  const heapMb = Math.floor(heapBytes(options.memoryBytes) / megabyte);
  return [
    `-Xms${Math.min(heapMb, 256)}m`,
    `-Xmx${heapMb}m`,
    '-XX:MaxMetaspaceSize=256m',
    // Short pauses, because a pause of the generator looks like a slow response.
    '-XX:+UseG1GC',
    '-XX:MaxGCPauseMillis=100',
    '-XX:G1ReservePercent=20',
    // Measurements after an OutOfMemoryError are not reliable.
    '-XX:+ExitOnOutOfMemoryError',
    '-XX:-UsePerfData',
    ...classArguments(options.classes),
    ...options.machineOptions,
    ...options.memoryOptions,
    ...opens.flatMap((name) => ['--add-opens', `${name}=ALL-UNNAMED`]),
    ...[...options.systemProperties].map(([name, value]) => `-D${name}=${value}`),
    '-cp',
    options.classPath.join(':'),
  ];
}

function classArguments(option: ClassOption | undefined): string[] {
  switch (option?.kind) {
    case 'list':
      return [`-XX:DumpLoadedClassList=${option.path}`];
    case 'archive':
      // An archive that does not match is ignored silently.
      return [`-XX:SharedArchiveFile=${option.path}`, '-Xshare:auto', '-Xlog:cds=off'];
    default:
      return [];
  }
}

export interface ScriptJvmOptions {
  heapMb: number;
  machineOptions: readonly string[];
  systemProperties: ReadonlyMap<string, string>;
  classPath: readonly string[];
  /** Of the toolchain, as the JVM sees it. */
  home: string;
  classes?: ClassOption | undefined;
}

/** Arguments of the JVM that runs scripts beside Spate's engine. It has little to collect, and one thread does that. */
export function scriptJvmArguments(options: ScriptJvmOptions): string[] {
  return [
    `-Xmx${options.heapMb}m`,
    '-XX:MaxMetaspaceSize=256m',
    '-XX:+UseSerialGC',
    // Standard output carries responses to the engine.
    '-XX:+DisplayVMOutputToStderr',
    '-XX:+ExitOnOutOfMemoryError',
    '-XX:-UsePerfData',
    ...classArguments(options.classes),
    ...options.machineOptions,
    ...opens.flatMap((name) => ['--add-opens', `${name}=ALL-UNNAMED`]),
    ...[...options.systemProperties].map(([name, value]) => `-D${name}=${value}`),
    '-cp',
    options.classPath.join(':'),
    'spate.jmeter.scripts.ScriptHost',
    options.home,
  ];
}

/** Options of a JVM that creates a CDS archive from a class list, for the same class path. */
export function archiveArguments(list: string, archive: string, classPath: readonly string[]): string[] {
  return [
    '-Xshare:dump',
    `-XX:SharedClassListFile=${list}`,
    `-XX:SharedArchiveFile=${archive}`,
    '-XX:+UseG1GC',
    '-Xlog:cds=off',
    ...opens.flatMap((name) => ['--add-opens', `${name}=ALL-UNNAMED`]),
    '-cp',
    classPath.join(':'),
  ];
}
