import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';

const module = JSON.stringify(join(import.meta.dirname, 'release-memory.ts'));

/** Megabytes in memory before and after. `kept` blocks lie between the freed ones, so that the heap of the C library cannot shrink. */
const script = `
import { releaseMemory } from ${module};
const blocks = Array.from({ length: 4000 }, () => new Uint8Array(30_000).fill(1));
const kept = blocks.filter((_, index) => index % 20 === 0);
blocks.length = 0;
globalThis.gc();
const before = process.memoryUsage.rss();
releaseMemory();
console.log(JSON.stringify([before, process.memoryUsage.rss(), kept.length].map((bytes) => bytes / 2 ** 20)));
`;

it('returns freed blocks between used ones to the system', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', '--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script],
    { encoding: 'utf8' },
  );
  assert.equal(stderr, '');
  const [before = 0, after = 0] = JSON.parse(stdout) as number[];
  assert.ok(after < before - 60, `${before} MB before, ${after} MB after`);
});
