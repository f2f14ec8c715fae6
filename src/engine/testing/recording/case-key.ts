import { createHash, type Hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { DifferentialCase } from '../differential-case.ts';
import { jvmOptions, oracleSource } from '../oracle.ts';
import { planFile } from '../run-case.ts';
import { placeholderPorts } from '../target-ports.ts';

const toolchain = new URL('../../../../toolchains/jmeter/pom.xml', import.meta.url);

/** Hash of the recorded Apache JMeter: its version, its plugins, and the oracle program. */
export async function apacheKey(): Promise<string> {
  const hash = createHash('sha256');
  add(hash, await readFile(toolchain));
  add(hash, await readFile(oracleSource));
  add(hash, JSON.stringify(jvmOptions));
  return digest(hash);
}

/** Hash of everything that determines what Apache JMeter does in a case and what is compared. */
export function caseKey(each: DifferentialCase): string {
  const hash = createHash('sha256');
  add(hash, planFile(each, placeholderPorts));
  for (const [name, content] of Object.entries(each.files ?? {})) {
    add(hash, name);
    add(hash, content);
  }
  const { properties = {}, systemProperties = {}, isConcurrent = false, without = [] } = each;
  add(hash, JSON.stringify({ properties, systemProperties, isConcurrent, without }));
  for (const choose of [each.normalize, each.summarize, each.summarizeRequests]) {
    add(hash, choose?.toString() ?? '');
  }
  return digest(hash);
}

function add(hash: Hash, part: string | Buffer): void {
  const bytes = Buffer.from(part);
  hash.update(`${bytes.length}:`).update(bytes);
}

const digest = (hash: Hash) => hash.digest('hex').slice(0, 16);
