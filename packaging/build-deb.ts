import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFile } from '../src/lib/package-files.ts';
import { starterOf } from '../src/nodes/bundle/pack-node-bundle.ts';
import type { BundleArchitecture } from '../src/protocol/node-bundle.ts';
import { assembleRelease } from './assemble-release.ts';
import { installedPackages } from './bundle-programs.ts';
import { installPackages } from './install-packages.ts';

export interface DebBuild {
  architecture: BundleArchitecture;
  version: string;
  changedAt: Date;
  /** Folder of the built dashboard. */
  web: string;
  /** An empty folder. */
  work: string;
}

const debianNames = { x64: 'amd64', arm64: 'arm64' } as const;
/** Where the package has the release. */
const home = 'usr/lib/spate';

export function debName(version: string, architecture: BundleArchitecture): string {
  return `spate_${debianVersion(version)}_${debianNames[architecture]}.deb`;
}

/** Debian sorts 0.2.0~dev before 0.2.0, but 0.2.0-dev after it. */
function debianVersion(version: string): string {
  return version.replace('-', '~');
}

/** Whether this machine has the program that makes Debian packages. */
export async function canBuildDeb(): Promise<boolean> {
  return promisify(execFile)('dpkg-deb', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Writes the Debian package of the service, with Node.js, PostgreSQL and a systemd unit. */
export async function buildDeb(build: DebBuild, out: string): Promise<void> {
  const { architecture, version, changedAt, web, work } = build;
  const packages = join(work, 'packages');
  const root = join(work, 'root');
  const release = join(root, home);
  await mkdir(packages);
  await mkdir(release, { recursive: true });
  await Promise.all([
    assembleRelease(release, { web }),
    installPackages(packages, installedPackages, architecture),
  ]);
  await copyModules(packages, release, architecture);
  await writeFile(join(release, 'spate'), starter(architecture));
  await chmod(join(release, 'spate'), 0o755);
  await mkdir(join(root, 'usr/bin'));
  await symlink(`../../${home}/spate`, join(root, 'usr/bin/spate'));
  await install(root, 'examples/systemd/spate.service', 'usr/lib/systemd/system/spate.service');
  await install(root, 'packaging/debian/sysusers.conf', 'usr/lib/sysusers.d/spate.conf');
  await install(root, 'packaging/debian/service.env', 'etc/spate/service.env');
  await install(root, 'LICENSE', 'usr/share/doc/spate/copyright');
  await mkdir(join(root, 'DEBIAN'));
  await writeFile(join(root, 'DEBIAN/control'), controlOf(version, architecture));
  await writeFile(join(root, 'DEBIAN/conffiles'), '/etc/spate/service.env\n');
  for (const script of ['postinst', 'prerm', 'postrm']) {
    await cp(packageFile(`packaging/debian/${script}`), join(root, 'DEBIAN', script));
    await chmod(join(root, 'DEBIAN', script), 0o755);
  }
  // Fixed modes, whatever the umask of this machine; the same commit gives the same bytes.
  await promisify(execFile)('chmod', ['-R', 'u=rwX,go=rX', root]);
  await promisify(execFile)('dpkg-deb', ['--build', '--root-owner-group', '-Zgzip', '-z9', root, out], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(changedAt.getTime() / 1000) },
  });
}

/** Commands use the service of this machine unless told otherwise. */
const starter = (architecture: BundleArchitecture) =>
  starterOf(architecture).replace('\n', '\nexport SPATE_DATA_DIR="${SPATE_DATA_DIR-/var/lib/spate}"\n');

/** Without what npm keeps for itself, and of Node.js only the program. */
async function copyModules(from: string, to: string, architecture: BundleArchitecture): Promise<void> {
  const modules = join(from, 'node_modules');
  const node = join(modules, `node-linux-${architecture}`);
  const isWanted = (path: string) =>
    !/\/node_modules\/[.][^/]+/.test(path) &&
    (!path.startsWith(`${node}/`) ||
      /^\/(bin(\/node)?|LICENSE|package\.json)$/.test(path.slice(node.length)));
  await cp(modules, join(to, 'node_modules'), { recursive: true, filter: isWanted, verbatimSymlinks: true });
}

async function install(root: string, from: string, to: string): Promise<void> {
  await cp(packageFile(from), join(root, to), { recursive: true });
}

function controlOf(version: string, architecture: BundleArchitecture): string {
  return `Package: spate
Version: ${debianVersion(version)}
Architecture: ${debianNames[architecture]}
Maintainer: The Spate authors <spate@localhost>
Section: net
Priority: optional
Depends: libc6 (>= 2.28), libstdc++6, libatomic1, bubblewrap
Suggests: default-jdk-headless, maven, chromium, chromium-driver, firefox-esr, fonts-liberation
Description: load-testing service that a team runs itself
 Runs JMeter, Gatling, Java Selenium and browser scripts on this machine or on
 machines that join, with an HTTP API, a dashboard and a command line.
`;
}
