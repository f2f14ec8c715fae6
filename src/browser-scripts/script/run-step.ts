import type { StepResult } from '../../tool-process/step-result.ts';
import type { Browser } from './api/browser.ts';
import { describeFailure } from './errors/failure.ts';
import type { SourceLines } from './errors/source-lines.ts';
import { readFailedTraffic } from './measure/failed-traffic.ts';
import { keepSource } from './measure/page-source.ts';
import { readPageTimings } from './measure/page-timings.ts';
import { latencyUs, responseTimeUs } from './measure/response-time.ts';
import { takeScreenshot } from './measure/screenshot.ts';
import type { StepPlan } from './plan.ts';
import type { UserSession } from './session.ts';
import type { Settings } from './settings.ts';
import { within } from './sleep.ts';

export interface StepContext {
  session: UserSession;
  browser: Browser;
  lines: SourceLines;
  iteration: number;
  row: unknown;
  /** Whether the user must end: then loops do not continue. */
  isOver(): boolean;
}

const screenshotMs = 12_000;
const sourceMs = 5_000;

/** Runs a step once, measures it and notifies the observer. Returns whether it passed. */
export async function runStep(step: StepPlan, context: StepContext): Promise<boolean> {
  const { session, browser, lines, iteration, row } = context;
  const { observer } = session.options;
  observer.onStepStart(step.name);
  session.settings = withStepOptions(session.base, step);
  session.screenshots = [];
  session.console.takeLines();
  session.recorder.begin();
  const startedAtMs = Date.now();
  const startMs = performance.now();
  const thinkBeforeMs = session.think.totalMs;
  const outcome = await attempt(() => step.fn(browser, row));
  const wallMs = performance.now() - startMs;
  observer.onStepReturned();
  const thinkMs = session.think.totalMs - thinkBeforeMs;
  await session.dialogs.dismiss();
  const sources = outcome.isPassed ? [] : await keepPage(session);
  const network = await session.recorder.end();
  const failure = outcome.isPassed ? null : describeFailure(outcome.error, lines);
  const result: StepResult = {
    label: step.name,
    startedAtMs,
    elapsedUs: responseTimeUs(session.base.responseTimeMeasurement, { wallMs, thinkMs, network }),
    latencyUs: latencyUs(network),
    bytesIn: network.bytesIn,
    bytesOut: network.bytesOut,
    isPassed: outcome.isPassed,
    code: network.code,
    message: failure?.message ?? '',
    errorText: failure?.text ?? '',
    iteration,
    page: network.hasPage ? await timingsOf(session) : null,
    requests: network.requests,
    failedRequests: network.failedRequests,
    screenshots: session.screenshots,
    sources,
    console: outcome.isPassed ? [] : session.console.takeLines(),
  };
  session.settings = session.base;
  if (!result.isPassed && observer.keepsTraffic(result)) {
    observer.onStepEnd(result, await readFailedTraffic(network.all, addressOf(session)));
  } else {
    observer.onStepEnd(result);
  }
  return outcome.isPassed;
}

function withStepOptions(base: Settings, { options }: StepPlan): Settings {
  return {
    ...base,
    ...(options.waitTimeoutMs === undefined ? {} : { waitTimeout: options.waitTimeoutMs }),
    ...(options.waitUntil === undefined ? {} : { waitUntil: options.waitUntil }),
    ...(options.tries === undefined ? {} : { tries: options.tries }),
  };
}

type Outcome = { isPassed: true } | { isPassed: false; error: unknown };

async function attempt(work: () => unknown): Promise<Outcome> {
  try {
    await work();
    return { isPassed: true };
  } catch (error) {
    return { isPassed: false, error };
  }
}

/** Takes a screenshot of a failed step, and returns the path of the page source. */
async function keepPage(session: UserSession): Promise<string[]> {
  if (!session.settings.screenshotOnFailure || session.isLost) return [];
  const picture = await within(screenshotMs, takeFrom(session), null);
  if (picture === null) return [];
  session.screenshots.push(picture);
  const source = await within(sourceMs, sourceFrom(session, picture), null);
  return source === null ? [] : [source];
}

async function takeFrom(session: UserSession): Promise<string | null> {
  return takeScreenshot(session.page, session.options.resultsFolder);
}

async function sourceFrom(session: UserSession, picture: string): Promise<string | null> {
  return keepSource(session.page, session.options.resultsFolder, picture);
}

/** Of the page that the step failed on; empty without a page. */
function addressOf(session: UserSession): string {
  try {
    return session.page.url();
  } catch {
    return '';
  }
}

async function timingsOf(session: UserSession) {
  try {
    return await readPageTimings(session.page);
  } catch {
    return null;
  }
}
