import { listFiles, packFiles } from '../src/lib/pack-files.ts';
import { packageFile } from '../src/lib/package-files.ts';

/** Not `spate-<version>.tgz`, which is the npm package. */
export function chartName(version: string): string {
  return `spate-chart-${version}.tgz`;
}

/** Writes the Helm chart into one file, as `helm package` does. */
export async function packChart(out: string, changedAt: Date): Promise<void> {
  const files = await listFiles(packageFile('examples/helm/spate'));
  // Helm expects a folder with the name of the chart.
  const inFolder = files.map(({ name, path }) => ({ name: `spate/${name}`, path }));
  await packFiles(inFolder, out, { changedAt });
}
