import { tmpdir } from 'node:os';
import { builtWeb, loadReportRenderer } from '../../src/built-web.ts';
import type { RenderReport } from '../../src/contract/report-page.ts';
import { silentLog } from '../../src/lib/log.ts';

/** The renderer of report.html, from the build of the dashboard that services use. */
export async function reportRenderer(): Promise<RenderReport> {
  return loadReportRenderer(await builtWeb({ dataDir: tmpdir(), log: silentLog }));
}
