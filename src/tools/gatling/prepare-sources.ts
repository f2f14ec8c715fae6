import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dataReferences, findReference } from '../../plans/gatling/data-references.ts';
import { modernizeExpressions } from '../../plans/gatling/el.ts';
import type { Source } from '../../plans/gatling/find-simulations.ts';
import { modernizeSource, type Surroundings } from '../../plans/gatling/modernize.ts';
import { writeReadable } from '../safe-file.ts';
import type { ToolExecution } from '../tool.ts';
import { gatlingFiles } from './folders.ts';

/** Writes the copies that are compiled, the uploaded files stay as they are. Gives sentences on what was changed. */
export async function prepareSources(
  execution: ToolExecution,
  sources: readonly Source[],
  surroundings: Surroundings,
): Promise<string[]> {
  const files = gatlingFiles(execution.folders);
  const remarks: string[] = [];
  for (const source of sources) {
    const modern = modernizeSource(source, surroundings);
    remarks.push(...modern.remarks);
    await write(join(files.sources, source.name), modern.text);
    remarks.push(...(await prepareBodies(execution, source, surroundings.names)));
  }
  return remarks;
}

/** Texts with expressions in them, which Gatling fills in before it sends them. */
async function prepareBodies(
  execution: ToolExecution,
  source: Source,
  names: readonly string[],
): Promise<string[]> {
  const remarks: string[] = [];
  for (const { use, path } of dataReferences(source)) {
    const found = findReference(path, names);
    if (!/^El/i.test(use) || (found.kind !== 'there' && found.kind !== 'elsewhere')) {
      continue;
    }
    const name = found.kind === 'there' ? found.name : found.to;
    const text = await readFile(join(execution.folders.files, name), 'utf8');
    const modern = modernizeExpressions(text);
    if (modern === text) {
      continue;
    }
    if (path.startsWith('/')) {
      remarks.push(
        `${name}: expressions are written #{name} since Gatling 3.7; the old ones are sent as they stand.`,
      );
      continue;
    }
    const seenAs = found.kind === 'there' ? path.replace(/^(?:\.\/|classpath:)+/, '') : name;
    await write(join(gatlingFiles(execution.folders).overlay, seenAs), modern);
    remarks.push(
      `${name}: expressions are written #{name} since Gatling 3.7; the old ones were taken as that.`,
    );
  }
  return remarks;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeReadable(path, text);
}
