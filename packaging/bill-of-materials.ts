import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jsonText } from './json-text.ts';
import { releaseManifests } from './manifests.ts';

interface BillOfMaterials {
  serialNumber: string;
  metadata: { timestamp: string; tools?: unknown; component: { name: string } };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string }[];
}

const npmTimeoutMs = 120_000;

/**
 * The packages of a release, bundled or installed, as a CycloneDX document of `npm sbom`. Without what differs from build
 * to build: the same lock file gives the same bytes. `work` is an empty folder.
 */
export async function billOfMaterials(work: string, changedAt: Date): Promise<string> {
  const { packageJson, lock } = await releaseManifests();
  await writeFile(join(work, 'package.json'), jsonText(packageJson));
  await writeFile(join(work, 'package-lock.json'), jsonText(lock));
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
  const options = { cwd: work, timeout: npmTimeoutMs, maxBuffer: 2 ** 26 };
  const { stdout } = await promisify(execFile)('npm', args, options);
  const { metadata, ...found } = JSON.parse(stdout) as BillOfMaterials;
  const { tools: _, ...kept } = metadata;
  const components = found.components.toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  const dependencies = found.dependencies.toSorted((a, b) => (a.ref < b.ref ? -1 : 1));
  return jsonText({
    ...found,
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(components))}`,
    metadata: {
      ...kept,
      timestamp: changedAt.toISOString(),
      component: { ...kept.component, name: packageJson.name },
    },
    components,
    dependencies,
  });
}

/** A UUID of version 8, derived from a text. */
function uuidOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
  ];
  return [...parts, digits.slice(20, 32)].join('-');
}
