import { tmpdir } from 'node:os';
import type { RenderReport } from '../../src/contract/report-page.ts';
import { silentLog } from '../../src/lib/log.ts';
import { builtWeb, loadReportRenderer } from '../../src/service/built-web.ts';

/** The renderer of report.html, from the build of the dashboard that services use. */
export async function reportRenderer(): Promise<RenderReport> {
  return loadReportRenderer(await builtWeb({ dataDir: tmpdir(), log: silentLog }));
}
