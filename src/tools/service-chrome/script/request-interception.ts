import type { Page, Request, Route } from 'playwright-core';

type Decision = (route: Route) => Promise<void>;

const installed = new WeakMap<Page, () => Promise<void>>();

/** Lets listeners of a page's requests decide about them with `continue`, `abort` and `respond`. */
export async function interceptRequests(page: Page, isOn: boolean): Promise<void> {
  await installed.get(page)?.();
  installed.delete(page);
  if (!isOn) return;
  const decisions = new WeakMap<Request, PromiseWithResolvers<Decision>>();
  const decisionFor = (request: Request) => {
    const open = decisions.get(request) ?? Promise.withResolvers<Decision>();
    decisions.set(request, open);
    return open;
  };
  const onRequest = (request: Request) =>
    addDecisions(request, (decide) => decisionFor(request).resolve(decide));
  const onRoute = async (route: Route) => {
    const decide = await decisionFor(route.request()).promise;
    await decide(route).catch(() => {});
  };
  const context = page.context();
  // Listeners of the context hear of a request before those of the page.
  context.on('request', onRequest);
  await page.route('**/*', onRoute);
  installed.set(page, async () => {
    context.off('request', onRequest);
    await page.unroute('**/*', onRoute);
  });
}

function addDecisions(request: Request, decide: (decision: Decision) => void): void {
  Object.assign(request, {
    continue: async (overrides: object = {}) => decide((route) => route.continue(overrides)),
    abort: async (code = 'failed') => decide((route) => route.abort(code)),
    respond: async (answer: {
      status?: number;
      headers?: Record<string, string>;
      contentType?: string;
      body?: string;
    }) => decide((route) => route.fulfill(answer)),
  });
}
