/** Makes the packages of a release: `npm run build [-- <folder>]`, `dist/release` by default. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { builtWeb } from '../src/built-web.ts';
import { silentLog } from '../src/lib/log.ts';
import { packageFile, packageRoot } from '../src/lib/package-files.ts';
import { assembleClient } from './assemble-client.ts';
import { assembleRelease } from './assemble-release.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { packFolder } from './pack-folder.ts';

const out = resolve(process.argv[2] ?? packageFile('dist/release'));
const { version } = JSON.parse(await readFile(packageFile('package.json'), 'utf8')) as { version: string };
const changedAt = await timeOfCommit();
const isProgram = /^(bin\/)?spate[.]mjs$/;

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await using work = await temporaryFolder();
const web = await builtWeb({ dataDir: work.path, log: silentLog });
await make('spate', (folder) => assembleRelease(folder, { web }));
await make('spate-client', assembleClient);
await writeBillOfMaterials();
await writeChecksums();

async function make(name: string, assemble: (folder: string) => Promise<void>): Promise<void> {
  const folder = join(work.path, name);
  await mkdir(folder);
  await assemble(folder);
  const file = join(out, `${name}-${version}.tgz`);
  await packFolder(folder, file, {
    prefix: 'package',
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
