import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'vite';
import { reportConfig, viteConfig } from './vite.config.ts';

// Runs as a separate process to keep the bundler out of the service's memory: node src/web/build.ts <folder>

const [outDir] = process.argv.slice(2);
if (outDir === undefined)
  throw new Error('Missing argument: the output folder. Usage: node src/web/build.ts <folder>');
await build(viteConfig(outDir));
for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
  if (entry.isFile()) await compress(join(entry.parentPath, entry.name));
}
await build(reportConfig(outDir));

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
