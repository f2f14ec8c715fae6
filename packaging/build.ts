/**
 * Makes the packages of a release: `npm run build [-- <folder> --nodes <architectures>]`, by default in `dist/release`, with
 * bundles of nodes for x64 and arm64.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { builtWeb } from '../src/built-web.ts';
import { silentLog } from '../src/lib/log.ts';
import { packageFile, packageRoot } from '../src/lib/package-files.ts';
import { assembleClient } from './assemble-client.ts';
import { assembleNode, nodeArchitectures } from './assemble-node.ts';
import { assembleRelease } from './assemble-release.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { packFolder } from './pack-folder.ts';

const { values, positionals } = parseArgs({
  options: { nodes: { type: 'string', default: nodeArchitectures.join(',') } },
  allowPositionals: true,
});
const out = resolve(positionals[0] ?? packageFile('dist/release'));
const { version } = JSON.parse(await readFile(packageFile('package.json'), 'utf8')) as { version: string };
const changedAt = await timeOfCommit();
const isProgram = /^(bin\/)?spate([.]mjs)?$|\/bin\/(node|esbuild)$/;

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await using work = await temporaryFolder();
const web = await builtWeb({ dataDir: work.path, log: silentLog });
await make(`spate-${version}.tgz`, 'package', (folder) => assembleRelease(folder, { web }));
await make(`spate-client-${version}.tgz`, 'package', assembleClient);
for (const architecture of nodeArchitectures.filter((each) => values.nodes.split(',').includes(each))) {
  const name = `spate-node-${version}-linux-${architecture}`;
  await make(`${name}.tar.gz`, name, (folder) => assembleNode(folder, architecture));
}
await writeBillOfMaterials();
await writeChecksums();

/** `prefix` is the folder in the archive. */
async function make(
  name: string,
  prefix: string,
  assemble: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = join(work.path, name);
  await mkdir(folder);
  await assemble(folder);
  const file = join(out, name);
  await packFolder(folder, file, {
    prefix,
    changedAt,
    isExecutable: (path) => isProgram.test(path),
  });
  console.log(file);
}

async function writeBillOfMaterials(): Promise<void> {
  const folder = join(work.path, 'bill');
  await mkdir(folder);
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
