import { isUtf8 } from 'node:buffer';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DifferentialCase } from './differential-case.ts';
import type { RawFacts } from './facts.ts';
import type { Oracle } from './oracle.ts';
import { plan as planOf } from './plan.ts';
import { type CaseFiles, type OurRunOptions, runOurs } from './run-ours.ts';
import { comparable, factsOfOracle, type SampleFacts } from './sample-facts.ts';
import type { Target } from './target.ts';
import { portReplacer, type TargetPorts } from './target-ports.ts';

/** The plan's file for both engines. */
export function planFile(each: DifferentialCase, ports: TargetPorts): string | Buffer {
  const made = typeof each.plan === 'function' ? each.plan(ports) : each.plan;
  return typeof made === 'string' || Buffer.isBuffer(made) ? made : planOf(...made);
}

export function observeApache(oracle: Oracle, target: Target, each: DifferentialCase): Promise<RawFacts> {
  return observe(target, each, async (plan, { folder, properties, systemProperties }) => {
    const events = await oracle.run(plan, properties, folder, systemProperties);
    return events.map(({ sample, variables, isTransaction }) => ({
      ...factsOfOracle(sample),
      isTransaction,
      variables: comparable(variables),
    }));
  });
}

export function observeOurs(
  target: Target,
  each: DifferentialCase,
  options: OurRunOptions = {},
): Promise<RawFacts> {
  return observe(target, each, (plan, files) => runOurs(plan, files, options));
}

/** Runs a case in a new folder. Returns its facts, with placeholders for the folder and the ports. */
async function observe(
  target: Target,
  each: DifferentialCase,
  run: (plan: string | Buffer, files: CaseFiles) => Promise<SampleFacts[]>,
): Promise<RawFacts> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-differential-'));
  try {
    for (const [name, content] of Object.entries(each.files ?? {})) {
      await writeFile(join(folder, name), content);
    }
    const samples = await run(planFile(each, target), {
      folder,
      // Tells plans the folder, for files that JMeter resolves against its working folder.
      properties: { ...each.properties, 'case.folder': folder },
      systemProperties: Object.fromEntries(
        Object.entries(each.systemProperties ?? {}).map(([name, value]) => [
          name,
          value.replace('(folder)', folder),
        ]),
      ),
    });
    const facts = { samples, ...(await takeRequests(target, each)), files: await readFiles(folder) };
    // If the plan does not use the target, digits that equal one of its ports are a coincidence.
    const withoutPorts = typeof each.plan === 'function' ? portReplacer(target) : (text: string) => text;
    return replaceTexts(facts, (text) => withoutPorts(text.replaceAll(folder, '(folder)')));
  } catch (error) {
    // Requests of a failed run must not count for the next case.
    if (typeof each.plan === 'function') {
      await target.endConnections();
    }
    await takeRequests(target, each);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Turns of the event loop in which the target accepts and reads what a run has sent. All of it has arrived when the run
 * ends; with a response that was sent too early, a run does not wait until its request is read.
 */
const readingTurns = 5;

/**
 * Waits for data of other protocols only if the case compares it. Returns nothing if the plan does not use the
 * target.
 */
async function takeRequests(target: Target, each: DifferentialCase) {
  if (typeof each.plan !== 'function') {
    return { requests: [], sent: [] };
  }
  const sent = each.summarizeRequests ? await target.sinks.take() : [];
  for (let turn = 0; turn < readingTurns; turn++) {
    await nextTurn();
  }
  return { requests: target.take(), sent };
}

/** The text of each file below a folder, except plans. */
export async function readFiles(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const found of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(found.parentPath, found.name);
    if (found.isFile() && !found.name.endsWith('.jmx')) {
      const bytes = await readFile(path);
      files[relative(folder, path)] = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
    }
  }
  return files;
}

/** Replaces in all texts, including property names. */
function replaceTexts<T>(value: T, replace: (text: string) => string): T {
  const visit = (each: unknown): unknown => {
    if (typeof each === 'string') {
      return replace(each);
    }
    if (Array.isArray(each)) {
      return each.map(visit);
    }
    if (typeof each === 'object' && each !== null) {
      return Object.fromEntries(
        Object.entries(each)
          .filter(([, inner]) => inner !== undefined)
          .map(([name, inner]) => [replace(name), visit(inner)]),
      );
    }
    return each;
  };
  return visit(value) as T;
}
