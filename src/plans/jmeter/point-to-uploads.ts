import type { PlanContents } from '../../jmx/plan-contents.ts';
import type { NameResolver } from './constant-names.ts';
import { findNamedFile } from './find-named-file.ts';

/**
 * A copy of the plan in which data files at impossible paths have the names under which they were uploaded; undefined
 * if nothing changes. Without a sandbox /data/flood/files does not exist. All other bytes stay unchanged.
 */
export function pointToUploads(
  content: Uint8Array,
  { dataFiles }: PlanContents,
  uploaded: readonly string[],
  isFilesPathThere: boolean,
  resolve: NameResolver,
): Uint8Array | undefined {
  const renamed = new Map<string, string>();
  const changing = new Set<string>();
  for (const file of dataFiles) {
    const found = findNamedFile(file, uploaded, resolve, isFilesPathThere);
    if (found.kind === 'elsewhere') {
      renamed.set(file.path, found.to);
      changing.add(file.property);
    }
  }
  if (renamed.size === 0) {
    return undefined;
  }
  // Latin-1 keeps every unreplaced byte; the names themselves are UTF-8.
  const bytes = Buffer.from(content).toString('latin1');
  const names = [...changing].map((property) => property.replaceAll('.', '\\.')).join('|');
  const pattern = new RegExp(
    `(<stringProp\\s+name\\s*=\\s*["'](?:${names})["']\\s*>)([^<]*)(</stringProp\\s*>)`,
    'g',
  );
  const changed = bytes.replace(pattern, (whole, open: string, text: string, close: string) => {
    const to = renamed.get(unescapeXml(Buffer.from(text, 'latin1').toString('utf8')));
    return to === undefined ? whole : open + Buffer.from(escapeXml(to), 'utf8').toString('latin1') + close;
  });
  return Buffer.from(changed, 'latin1');
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-fA-F]+)|#([0-9]+)|(\w+));/g,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) {
        return entities[name] ?? whole;
      }
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
