import { existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Plan of the scripted tool. */
export interface ScriptedPlan {
  samples: number;
  perSecond: number;
  /** Runs until killed. */
  ignoresStop?: boolean;
  exitCode?: number;
  isBroken?: boolean;
  /** Every sample has a unique label; after the last one, the tool fills the disk and keeps running. */
  fillsDisk?: boolean;
  /** Bytes written to results/ after the last sample; the tool then keeps running. */
  writesBytes?: number;
  /** Written to results/ before the tool exits. */
  leaves?: Record<string, string>;
}

// The child process: waits at the barrier, writes samples at a constant rate, and reports their count at the end.
const [files = '', results = '', tool = ''] = process.argv.slice(2);
const plan: ScriptedPlan = JSON.parse(readFileSync(join(files, 'plan.json'), 'utf8'));
const output = openSync(join(tool, 'samples.csv'), 'a');
const log = openSync(join(tool, 'tool.log'), 'a');
writeSync(log, 'loaded\n');
writeFileSync(join(tool, 'held'), '');

let startedAt: number | undefined;
let written = 0;
const timer = setInterval(() => {
  startedAt ??= readStart();
  if (startedAt === undefined || Date.now() < startedAt) return;
  const due = Math.min(plan.samples, Math.floor(((Date.now() - startedAt) / 1000) * plan.perSecond));
  let lines = '';
  for (; written < due; written++) {
    const isPassed = written % 10 !== 9;
    const label = plan.fillsDisk ? written : written % 3;
    lines += `label ${label},${Date.now()},${1000 + (written % 500)},${isPassed ? 1 : 0},${1 + (written % 5)}\n`;
  }
  if (lines !== '') writeSync(output, lines);
  const isStopped = existsSync(join(tool, 'stop')) && !plan.ignoresStop;
  if (written === plan.samples && plan.writesBytes) {
    writeFileSync(join(results, 'large'), Buffer.alloc(plan.writesBytes, 'x'));
    clearInterval(timer);
    setInterval(() => {}, 1000);
  } else if (written === plan.samples && plan.fillsDisk) fillDisk();
  else if (written === plan.samples || isStopped) finish();
}, 20);

function readStart(): number | undefined {
  const path = join(tool, 'go');
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : undefined;
}

function fillDisk(): void {
  const junk = openSync(join(results, 'junk'), 'a');
  for (const bytes of [65_536, 512, 1]) {
    try {
      for (;;) writeSync(junk, Buffer.alloc(bytes, 'x'));
    } catch {}
  }
}

function finish(): void {
  clearInterval(timer);
  for (const [name, text] of Object.entries(plan.leaves ?? {})) writeFileSync(join(results, name), text);
  writeSync(log, `wrote ${written} samples\n`);
  process.exitCode = plan.exitCode ?? 0;
}
