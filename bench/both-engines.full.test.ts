import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { element, group, http, planWith } from '../src/engine/testing/plan.ts';
import { runChild } from '../src/lib/child-process.ts';
import { packageFile } from '../src/lib/package-files.ts';
import { needs } from '../test/support/needs.ts';

test('compares the plans of a folder in both engines, with their requests sent to loopback', {
  skip: needs('java', 'maven', 'bubblewrap'),
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-folder-'));
  try {
    const request = http('buy', {
      port: 443,
      path: '/api/${id}',
      more: { 'HTTPSampler.domain': 'shop.example.com', 'HTTPSampler.protocol': 'https' },
    });
    const csv = element('CSVDataSet', 'rows', {
      filename: 'missing.csv',
      variableNames: 'id',
      delimiter: ',',
    });
    await mkdir(join(folder, 'shop'));
    await writeFile(
      join(folder, 'shop/plan.jmx'),
      planWith({}, {}, group({ users: 100, loops: -1 }, csv, request)),
    );
    const { code, lines } = await runChild(process.execPath, [packageFile('bench/both-engines.ts')], {
      env: { ...process.env, BENCH_PLANS: folder },
      timeoutMs: 300_000,
    });
    assert.ok(lines.includes('same, 2 samples: shop/plan.jmx'), lines.join('\n'));
    assert.equal(code, 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
