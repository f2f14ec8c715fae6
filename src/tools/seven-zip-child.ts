/**
 * 7-Zip, compiled to WebAssembly, in a separate process: it blocks the event loop and uses as much memory as the archive
 * requires. Arguments: the folder of the archive, its name, the folder for the content, then arguments of 7-Zip, in which
 * `@archive` and `@out` are replaced. It cannot access other folders.
 */
import type { SevenZipModuleFactory } from '7z-wasm';
import imported from '7z-wasm';

const create = imported as unknown as SevenZipModuleFactory;
const [archiveFolder = '', archiveName = '', outFolder = '', ...args] = process.argv.slice(2);

const sevenZip = await create({
  print: (line) => process.stdout.write(`${line}\n`),
  printErr: (line) => process.stderr.write(`${line}\n`),
  quit: (code) => {
    process.exitCode = code;
  },
});
for (const [place, root] of [
  ['/archive', archiveFolder],
  ['/out', outFolder],
] as const) {
  sevenZip.FS.mkdir(place);
  sevenZip.FS.mount(sevenZip.NODEFS, { root }, place);
}
const named: Record<string, string> = { '@archive': `/archive/${archiveName}`, '@out': '-o/out' };
sevenZip.callMain(args.map((argument) => named[argument] ?? argument));
