import type { Page, Request, Route } from 'playwright-core';

type Decision = (route: Route) => Promise<void>;

const installed = new WeakMap<Page, (route: Route) => Promise<void>>();

/** Lets listeners of a page's requests decide about them with `continue`, `abort` and `respond`. */
export async function interceptRequests(page: Page, isOn: boolean): Promise<void> {
  const onRoute = installed.get(page) ?? listen(page);
  installed.set(page, onRoute);
  await page.unroute('**/*', onRoute);
  if (isOn) await page.route('**/*', onRoute);
}

/** Requests keep their new methods when interception is off again: a script's listener goes on calling them. */
function listen(page: Page): (route: Route) => Promise<void> {
  const decisions = new WeakMap<Request, PromiseWithResolvers<Decision>>();
  const decisionFor = (request: Request) => {
    const open = decisions.get(request) ?? Promise.withResolvers<Decision>();
    decisions.set(request, open);
    return open;
  };
  const onRequest = (request: Request) =>
    addDecisions(request, (decide) => decisionFor(request).resolve(decide));
  // Listeners of the context hear of a request before those of the page.
  page.context().on('request', onRequest);
  return async (route) => {
    const decide = await decisionFor(route.request()).promise;
    await decide(route).catch(() => {});
  };
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
