import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parse } from 'yaml';
import { packageFile, readPackageVersion } from '../src/lib/package-files.ts';

test('the Helm chart has the version of the package', async () => {
  const chart = parse(await readFile(packageFile('examples/helm/spate/Chart.yaml'), 'utf8'));
  const version = await readPackageVersion();
  assert.deepEqual([chart.version, chart.appVersion], [version, version]);
});
