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
  /** Of this machine's operator. */
  machineOptions: readonly string[];
  /** -Xmx and the like as the user asked for. */
  memoryOptions: readonly string[];
  systemProperties: ReadonlyMap<string, string>;
  classPath: readonly string[];
  classes?: ClassOption;
}

/** Which classes get loaded is written down to make an archive of them, from which later JVMs start. */
export type ClassOption = { kind: 'list'; path: string } | { kind: 'archive'; path: string };

/** How much of what an execution may use is Java's heap; the rest is for stacks, classes and buffers. */
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
    // Short pauses: a pause of the generator looks like a slow answer.
    '-XX:+UseG1GC',
    '-XX:MaxGCPauseMillis=100',
    '-XX:G1ReservePercent=20',
    // After running out of memory nothing it measures can be trusted.
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
      // An archive that does not fit is passed over without a word.
      return [`-XX:SharedArchiveFile=${option.path}`, '-Xshare:auto', '-Xlog:cds=off'];
    default:
      return [];
  }
}

/** The options of a JVM that makes an archive of the classes in a list, for the same class path. */
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
