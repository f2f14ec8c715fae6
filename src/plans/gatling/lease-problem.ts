import { uploadOf } from '../data-files.ts';
import type { PlanFile } from '../plan-file.ts';
import { createReferenceFinder, dataReferences } from './data-references.ts';
import type { Source } from './find-simulations.ts';
import { codeOnly, scanSource } from './scan-source.ts';

const rowFeeders = ['csv', 'tsv', 'ssv', 'separatedValues'];
const rowFeederCall = new RegExp(`\\b(?:${rowFeeders.join('|')})\\s*\\(`, 'g');

/**
 * Why the feeders of a simulation would use a leased row more than once, or never read the file; undefined if the
 * sources show no problem. Gatling checks the rest after it has loaded the simulation.
 */
export function leaseProblem(
  fileName: string,
  sources: readonly Source[],
  files: readonly PlanFile[],
): string | undefined {
  const find = createReferenceFinder(files.map((file) => file.name));
  let isRead = files.some((file) => /\.jar$/i.test(file.name));
  for (const source of sources) {
    const code = codeOnly(source.text, scanSource(source.text, source.language));
    const references = dataReferences(source);
    const literal = references.filter(({ use }) => rowFeeders.includes(use)).length;
    // The name of a file may be computed.
    isRead ||= [...code.matchAll(rowFeederCall)].length > literal;
    for (const { use, path, line, end } of references) {
      if (uploadOf(find(path)) !== fileName) continue;
      isRead = true;
      const place = `${use}("${path}") in ${source.name}, line ${line},`;
      if (!rowFeeders.includes(use)) return `${place} reads it as a whole`;
      const strategy = /\.\s*(circular|random|shuffle)\b/.exec(callsAfter(code, end))?.[1];
      if (strategy !== undefined)
        return `${place} uses .${strategy}, but leased rows are used once, in the order of the file`;
    }
  }
  return isRead ? undefined : `no ${rowFeeders.join(', ')} feeder reads it`;
}

/** Longer arguments and call chains are checked by Gatling only. */
const maxCallsLength = 4000;

/** The calls chained to the call whose arguments continue at `place`. */
function callsAfter(code: string, place: number): string {
  const rest = code.slice(place, place + maxCallsLength);
  let depth = 1;
  let at = 0;
  for (; at < rest.length && depth > 0; at++) {
    if (rest[at] === '(') depth += 1;
    else if (rest[at] === ')') depth -= 1;
  }
  return /^(?:\s*\.\s*\w+(?:\s*\([^()]*\))?)*/.exec(rest.slice(at))?.[0] ?? '';
}
