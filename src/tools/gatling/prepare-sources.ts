import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  createReferenceFinder,
  dataReferences,
  isResourceName,
} from '../../plans/gatling/data-references.ts';
import { modernizeExpressions } from '../../plans/gatling/el.ts';
import type { Source } from '../../plans/gatling/find-simulations.ts';
import { modernizeSource, type Surroundings } from '../../plans/gatling/modernize.ts';
import { readWithin, writeReadable } from '../safe-file.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { gatlingFiles } from './folders.ts';

/** Warnings about changes: in sources, known before the run starts, and in other files. */
export interface Changes {
  sources: string[];
  bodies: string[];
}

/** Writes modified copies for the compiler; the uploaded files are not changed. */
export async function prepareSources(
  folders: WorkspaceFolders,
  sources: readonly Source[],
  surroundings: Surroundings,
): Promise<Changes> {
  const files = gatlingFiles(folders);
  const changed = await prepareBodies(folders, sources, surroundings.names);
  const remarks: string[] = [];
  for (const source of sources) {
    const modern = modernizeSource(source, { ...surroundings, changed });
    remarks.push(...modern.remarks);
    await write(join(files.sources, source.name), modern.text);
  }
  const bodies = [...changed].map(
    (name) => `${name}: expressions are written #{name} since Gatling 3.7; \${name} was converted.`,
  );
  return { sources: remarks, bodies };
}

/** Converts expressions in request bodies. Returns the names of changed files. */
async function prepareBodies(
  folders: WorkspaceFolders,
  sources: readonly Source[],
  names: readonly string[],
): Promise<Set<string>> {
  const { overlay } = gatlingFiles(folders);
  const changed = new Set<string>();
  const find = createReferenceFinder(names);
  for (const { use, path } of sources.flatMap((source) => dataReferences(source))) {
    const found = find(path);
    if (!/^El/i.test(use) || (found.kind !== 'there' && found.kind !== 'elsewhere')) {
      continue;
    }
    const name = found.kind === 'there' ? found.name : found.to;
    const text = await readWithin(folders.files, name);
    const modern = modernizeExpressions(text);
    if (modern !== text) {
      changed.add(name);
      const isFoundByPath = found.kind === 'there' && isResourceName(path);
      const seenAs = isFoundByPath ? path.replace(/^(?:\.\/|classpath:)+/, '') : name;
      await write(join(overlay, seenAs), modern);
    }
  }
  return changed;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeReadable(path, text);
}
