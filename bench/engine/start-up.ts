import { join } from 'node:path';
import { silentLog } from '../../src/lib/log.ts';
import { packageFile } from '../../src/lib/package-files.ts';
import { bundledEntry, ensureEngineBundle } from '../../src/tools/jmeter/engine-bundle/engine-bundle.ts';
import { atPart, sorted } from '../support/at-part.ts';
import { printTable } from '../support/table.ts';
import { OurEngine } from './our-engine.ts';
import { benchPlan } from './plan.ts';
import { processorUs } from './process-time.ts';

const starts = 10;

/** Time from the start of the engine process until it is ready, from sources and from the bundle. */
export async function showStartUp(folder: string, core: number): Promise<void> {
  const cacheDir = join(folder, 'cache');
  const signal = new AbortController().signal;
  const beganAtMs = performance.now();
  const bundle = await ensureEngineBundle({ cacheDir, log: silentLog, signal });
  const madeMs = performance.now() - beganAtMs;
  if (bundle === undefined) {
    throw new Error('The engine could not be bundled.');
  }
  const entry = join(bundle, bundledEntry);
  const programs = [
    { name: 'sources', program: [packageFile('src/engine/main.ts')] },
    { name: `bundle, built in ${Math.round(madeMs)} ms`, program: ['--enable-source-maps', entry] },
  ];
  const times = programs.map((): { readyMs: number; processorMs: number }[] => []);
  for (let turn = 0; turn < starts; turn++) {
    // Alternating, so that a busy minute affects both.
    for (const [index, { program }] of programs.entries()) {
      const own = join(folder, `start-${index}-${turn}`);
      const engine = await OurEngine.prepare(own, plan(), core, { program });
      const processorMs = processorUs(engine.pid) / 1000;
      times[index]?.push({ readyMs: engine.readyAfterMs, processorMs });
      await engine.stop();
    }
  }
  printTable(
    `From the start of the engine process until it is ready, ${starts} times each`,
    ['what', 'best ms', 'median ms', 'processor ms: best', 'median'],
    programs.map(({ name }, index) => [
      name,
      ...bestAndMedian(times[index]?.map(({ readyMs }) => readyMs) ?? []),
      ...bestAndMedian(times[index]?.map(({ processorMs }) => processorMs) ?? []),
    ]),
  );
}

/** Sends no requests. */
const plan = () =>
  benchPlan({
    ...{ addresses: ['127.0.0.1'], port: 9, isTls: false, users: 50 },
    ...{ checks: 2, thinkTimeMs: 0, rampSeconds: 0 },
  });

function bestAndMedian(values: readonly number[]): number[] {
  const inOrder = sorted(values);
  return [0, 0.5].map((part) => Math.round(atPart(inOrder, part)));
}
