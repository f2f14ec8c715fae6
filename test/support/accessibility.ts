import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** What axe-core finds wrong with the page as it stands, in words; none is the wish. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the content security policy does not bind.
  await page.evaluate(`(() => { ${axe.source} })()`);
  const result = (await page.evaluate('axe.run(document)')) as AxeResult;
  return result.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)}: ${node.failureSummary}`),
  );
}
