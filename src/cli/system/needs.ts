import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** A requirement that the operating system provides. */
export interface SystemNeed {
  /** Name in messages. */
  what: string;
  /** Debian and Ubuntu packages; the first available one is installed. */
  packages: readonly string[];
  isThere(): boolean;
}

export const systemNeeds = {
  java: {
    what: 'a Java development kit, 17 or newer',
    packages: ['openjdk-21-jdk-headless', 'openjdk-17-jdk-headless', 'default-jdk-headless'],
    isThere: () => (javaMajor('java') ?? 0) >= 17 && (javaMajor('javac') ?? 0) >= 17,
  },
  maven: {
    what: 'Maven',
    packages: ['maven'],
    // Maven cannot print its version without Java.
    isThere: () => pathOf('mvn') !== undefined,
  },
  bubblewrap: { what: 'bubblewrap', packages: ['bubblewrap'], isThere: () => runs('bwrap', '--version') },
  chromium: {
    what: 'Chromium',
    packages: ['chromium', 'chromium-browser'],
    isThere: () => ['chromium', 'chromium-browser', 'google-chrome'].some((name) => runs(name, '--version')),
  },
  chromedriver: {
    what: 'chromedriver',
    packages: ['chromium-driver', 'chromium-chromedriver'],
    isThere: () => runs('chromedriver', '--version'),
  },
  firefox: {
    what: 'Firefox',
    packages: ['firefox-esr', 'firefox'],
    isThere: () => ['firefox', 'firefox-esr'].some((name) => runs(name, '--version')),
  },
  geckodriver: {
    what: 'geckodriver, or cargo 1.85 or newer to build it',
    // Debian packages the newer cargo for browsers under this name.
    packages: ['cargo-web', 'cargo'],
    isThere: () => runs('geckodriver', '--version') || isCargoNewEnough(),
  },
  fonts: {
    what: 'fonts for browsers',
    packages: ['fonts-liberation'],
    isThere: () => ['/usr/share/fonts', '/usr/local/share/fonts'].some(holdsFont),
  },
  jq: { what: 'jq', packages: ['jq'], isThere: () => runs('jq', '--version') },
  curl: { what: 'curl', packages: ['curl'], isThere: () => runs('curl', '--version') },
  zsh: { what: 'zsh', packages: ['zsh'], isThere: () => runs('zsh', '--version') },
  fish: { what: 'fish', packages: ['fish'], isThere: () => runs('fish', '--version') },
  buildah: { what: 'buildah', packages: ['buildah'], isThere: () => runs('buildah', '--version') },
  runc: { what: 'runc', packages: ['runc'], isThere: () => runs('runc', '--version') },
  go: {
    what: 'Go 1.21 or newer, and gcc',
    packages: ['golang-go'],
    isThere: () => isGoNewEnough() && runs('gcc', '--version'),
  },
  cc: { what: 'a C compiler', packages: ['build-essential'], isThere: () => runs('cc', '--version') },
  haproxy: { what: 'HAProxy', packages: ['haproxy'], isThere: () => runs('haproxy', '-v') },
  iproute: { what: 'ip', packages: ['iproute2'], isThere: () => runs('ip', '-Version') },
  iptables: { what: 'iptables', packages: ['iptables'], isThere: () => runs('iptables', '--version') },
  libseccomp: {
    what: 'the headers of libseccomp',
    packages: ['libseccomp-dev'],
    isThere: () => existsSync('/usr/include/seccomp.h'),
  },
  mmdebstrap: {
    what: 'mmdebstrap',
    packages: ['mmdebstrap'],
    isThere: () => runs('mmdebstrap', '--version'),
  },
  nspawn: {
    what: 'systemd-nspawn',
    packages: ['systemd-container'],
    isThere: () => runs('systemd-nspawn', '--version'),
  },
  pgbouncer: {
    what: 'PgBouncer',
    packages: ['pgbouncer'],
    isThere: () => runs('pgbouncer', '--version'),
  },
  pip: {
    what: 'pip of Python 3',
    packages: ['python3-pip'],
    isThere: () => runs('pip3', '--version'),
  },
  pkgConfig: {
    what: 'pkg-config',
    packages: ['pkgconf', 'pkg-config'],
    isThere: () => runs('pkg-config', '--version'),
  },
  nodeExporter: {
    what: 'the node exporter of Prometheus',
    packages: ['prometheus-node-exporter'],
    isThere: () => runs('prometheus-node-exporter', '--version'),
  },
  prometheus: {
    what: 'Prometheus',
    packages: ['prometheus'],
    isThere: () => ['prometheus', 'promtool'].every((name) => runs(name, '--version')),
  },
} satisfies Record<string, SystemNeed>;

export type NeedName = keyof typeof systemNeeds;

export function missingNeeds(names: readonly NeedName[]): NeedName[] {
  return names.filter((name) => !systemNeeds[name].isThere());
}

/** `a`, `a and b`, `a, b and c`. */
export function listNeeds(names: readonly NeedName[]): string {
  return new Intl.ListFormat('en-GB').format(names.map((name) => systemNeeds[name].what));
}

/** Major version of a Java program on PATH; undefined if it is missing. */
function javaMajor(program: 'java' | 'javac'): number | undefined {
  const found = releasedVersion(program) ?? statedVersion(program);
  // Up to Java 8, versions have the form 1.8.
  return found && Number(found[1] === '1' ? found[2] : found[1]);
}

/** Version from the JDK's release file: starting javac takes a third of a second. */
function releasedVersion(program: string): RegExpExecArray | null {
  const path = pathOf(program);
  if (path === undefined) return null;
  try {
    const release = readFileSync(join(dirname(realpathSync(path)), '../release'), 'utf8');
    return /^JAVA_VERSION="(\d+)(?:\.(\d+))?/m.exec(release);
  } catch {
    return null;
  }
}

function statedVersion(program: string): RegExpExecArray | undefined {
  const { status, stdout, stderr } = spawnSync(program, ['-version'], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  return /(?:version "|javac )(\d+)(?:\.(\d+))?/.exec(stderr + stdout) ?? undefined;
}

/** geckodriver's sources require Rust edition 2024. */
function isCargoNewEnough(): boolean {
  const { status, stdout } = spawnSync('cargo', ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /^cargo (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return status === 0 && Number(major) * 1000 + Number(minor) >= 1085;
}

/** Older ones, from 1.21 on, download the version that a module requires. */
function isGoNewEnough(): boolean {
  const { status, stdout } = spawnSync('go', ['version'], { encoding: 'utf8' });
  const [, minor] = /\bgo1\.(\d+)/.exec(stdout ?? '') ?? [];
  return status === 0 && Number(minor) >= 21;
}

function holdsFont(folder: string): boolean {
  try {
    return readdirSync(folder, { recursive: true }).some((name) =>
      /\.(ttf|otf|ttc|pfb)$/i.test(String(name)),
    );
  } catch {
    return false;
  }
}

function pathOf(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

function runs(program: string, flag: string): boolean {
  return spawnSync(program, [flag], { stdio: 'ignore' }).status === 0;
}
