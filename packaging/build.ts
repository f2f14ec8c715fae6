/**
 * Makes the packages of a release: `npm run build [-- <folder> --architectures <architectures>]`, by default in `dist/release`, with
 * node bundles and Debian packages for x64 and arm64.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { silentLog } from '../src/lib/log.ts';
import { listFiles, packFiles } from '../src/lib/pack-files.ts';
import { packageFile, packageRoot, readPackageVersion } from '../src/lib/package-files.ts';
import { bundleArchitectures, bundleName } from '../src/protocol/node-bundle.ts';
import { builtWeb } from '../src/service/built-web.ts';
import { assembleClient } from './assemble-client.ts';
import { assembleRelease } from './assemble-release.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { buildDeb, canBuildDeb, debName } from './build-deb.ts';
import { buildNode } from './build-node.ts';
import { chartName, packChart } from './pack-chart.ts';

const { values, positionals } = parseArgs({
  options: { architectures: { type: 'string', default: bundleArchitectures.join(',') } },
  allowPositionals: true,
});
const out = resolve(positionals[0] ?? packageFile('dist/release'));
const version = await readPackageVersion();
const changedAt = await timeOfCommit();
const isProgram = /^(bin\/)?spate[.]mjs$/;

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await using work = await temporaryFolder();
const web = await builtWeb({ dataDir: work.path, log: silentLog });
await makePackage(`spate-${version}.tgz`, (folder) => assembleRelease(folder, { web }));
await makePackage(`spate-client-${version}.tgz`, assembleClient);
await packChart(join(out, chartName(version)), changedAt);
console.log(join(out, chartName(version)));
const wanted = bundleArchitectures.filter((each) => values.architectures.split(',').includes(each));
for (const architecture of wanted) {
  const file = join(out, `${bundleName(version, architecture)}.tar.gz`);
  const folder = await emptyFolder(architecture);
  await buildNode({ architecture, version, changedAt, work: folder }, file);
  console.log(file);
}
if (await canBuildDeb()) {
  for (const architecture of wanted) {
    const file = join(out, debName(version, architecture));
    const folder = await emptyFolder(`deb-${architecture}`);
    await buildDeb({ architecture, version, changedAt, web, work: folder }, file);
    console.log(file);
  }
} else {
  console.error('No Debian packages: dpkg-deb is missing.');
}
await writeBillOfMaterials();
await writeChecksums();

async function makePackage(name: string, assemble: (folder: string) => Promise<void>): Promise<void> {
  const folder = await emptyFolder(name);
  await assemble(folder);
  const files = (await listFiles(folder)).map((file) => ({
    path: file.path,
    // npm expects this folder.
    name: `package/${file.name}`,
    isExecutable: isProgram.test(file.name),
  }));
  await packFiles(files, join(out, name), { changedAt });
  console.log(join(out, name));
}

async function emptyFolder(name: string): Promise<string> {
  const folder = join(work.path, name);
  await mkdir(folder);
  return folder;
}

async function writeBillOfMaterials(): Promise<void> {
  const folder = await emptyFolder('bill');
  await writeFile(join(out, `spate-${version}.cdx.json`), await billOfMaterials(folder, changedAt));
}

/** SHA256SUMS, for `sha256sum --check`. */
async function writeChecksums(): Promise<void> {
  const lines: string[] = [];
  for (const name of (await readdir(out)).toSorted()) {
    const hash = createHash('sha256').update(await readFile(join(out, name)));
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  await writeFile(join(out, 'SHA256SUMS'), lines.join(''));
}

/** So that the same commit gives the same bytes. Without Git, SOURCE_DATE_EPOCH, or the beginning of time. */
async function timeOfCommit(): Promise<Date> {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined) return new Date(Number(given) * 1000);
  const seconds = await promisify(execFile)('git', ['log', '-1', '--format=%ct'], { cwd: packageRoot }).then(
    ({ stdout }) => Number(stdout),
    () => 0,
  );
  return new Date(seconds * 1000);
}

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'spate-build-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
