import { createHash, type Hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { minifySync } from '@swc/core';
import { jmeterProject } from '../../../tools/jmeter/project.ts';
import type { DifferentialCase } from '../differential-case.ts';
import { jvmOptions, oracleSource } from '../oracle.ts';
import { probeSources } from '../probe-sources.ts';
import { planFile } from '../run-case.ts';
import { placeholderPorts } from '../target-ports.ts';

const toolchain = new URL('../../../../toolchains/jmeter/pom.xml', import.meta.url);

/** Hash of the recorded Apache JMeter: its version, its plugins, what is changed in it, and the oracle program. */
export async function apacheKey(): Promise<string> {
  const hash = createHash('sha256');
  add(hash, await readFile(toolchain));
  add(hash, jmeterProject.finish.recipe);
  add(hash, codeOf(jmeterProject.finish.apply));
  add(hash, await readFile(oracleSource));
  add(hash, JSON.stringify(jvmOptions));
  return digest(hash);
}

/** The same for cases whose Java Requests are in the probe jar. */
export async function jvmApacheKey(): Promise<string> {
  const hash = createHash('sha256');
  add(hash, await apacheKey());
  add(hash, JSON.stringify(probeSources));
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
    add(hash, choose ? codeOf(choose) : '');
  }
  return digest(hash);
}

const codes = new Map<string, string>();

/** The code of a function without comments and formatting. */
function codeOf(method: { toString(): string }): string {
  const source = method.toString();
  let code = codes.get(source);
  if (code === undefined) {
    // Methods have no keyword.
    const expression = /^(?:async )?(?:function\b|\(|\w+ ?=>)/.test(source) ? source : `{ ${source} }`;
    code = minifySync(`(${expression})`, { compress: false, mangle: false }).code;
    codes.set(source, code);
  }
  return code;
}

function add(hash: Hash, part: string | Buffer): void {
  const bytes = Buffer.from(part);
  hash.update(`${bytes.length}:`).update(bytes);
}

const digest = (hash: Hash) => hash.digest('hex').slice(0, 16);
