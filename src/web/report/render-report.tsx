import { renderToString } from 'preact-render-to-string';
import type { RenderReport } from '../../contract/report-page.ts';
import { runTitle } from '../../contract/run-title.ts';
import runStyles from '../pages/run/run.css?inline';
import baseStyles from '../styles/base.css?inline';
import partStyles from '../styles/parts.css?inline';
import tokens from '../styles/tokens.css?inline';
import reportStyles from './report.css?inline';
import { ReportPage } from './report-page.tsx';

const styles = [tokens, baseStyles, partStyles, runStyles, reportStyles].join('\n');
/** The file has no scripts and loads nothing, regardless of its texts. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

/** Entry of the server build: report.html from the components of the run page. */
export const renderReport: RenderReport = (page) => {
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${runTitle(page.view)} · Spate`}</title>
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <ReportPage page={page} />
      </body>
    </html>,
  );
  // Some viewers, such as Jenkins, forbid inline styles: texts separated by style only would run together.
  return `<!doctype html>\n${html.replaceAll('</span><span', '</span> <span')}\n`;
};
