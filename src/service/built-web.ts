import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { RenderReport } from '../contract/report-page.ts';
import { builtFolder } from '../lib/built-folder.ts';
import type { Log } from '../lib/log.ts';
import { isRelease, packageFile, packageRoot } from '../lib/package-files.ts';

const buildTimeoutMs = 5 * 60_000;
const inputs = [
  'src/web',
  'src/contract',
  'src/lib/figures.ts',
  'src/lib/moments.ts',
  'src/lib/money.ts',
  'package-lock.json',
];

export interface BuiltWebOptions {
  /** Fallback when the folder of the package is read-only. */
  dataDir: string;
  log: Log;
}

/** Returns the folder with the dashboard's files. A release contains it; otherwise it is built when the sources changed. */
export async function builtWeb({ dataDir, log }: BuiltWebOptions): Promise<string> {
  if (isRelease) return packageFile('web');
  return builtFolder({
    root: packageRoot,
    inputs,
    places: [packageFile('dist/web'), join(dataDir, 'web')],
    async build(folder) {
      log.info({ folder }, 'dashboard.building');
      // A separate process keeps the bundler out of the service's memory.
      await promisify(execFile)(process.execPath, [packageFile('src/web/build.ts'), folder], {
        cwd: packageRoot,
        timeout: buildTimeoutMs,
      });
    },
  });
}

/** Loads the renderer of report.html from a built folder. */
export async function loadReportRenderer(folder: string): Promise<RenderReport> {
  const { renderReport } = (await import(pathToFileURL(join(folder, 'report.mjs')).href)) as {
    renderReport: RenderReport;
  };
  return renderReport;
}
