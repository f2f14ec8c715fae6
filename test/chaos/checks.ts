import { countEverywhere, readArchive } from '../support/run.ts';
import type { Json } from '../support/service.ts';
import { until } from '../support/until.ts';
import { followRun, type LiveCounts } from './live.ts';
import { logsOf, type Stage } from './stage.ts';

const finishLimitMs = 3 * 60_000;
/** From the end of a run to the end of its events. */
const liveLimitMs = 60_000;

/** A run that the service has accepted, with a page open that follows it. */
export interface AcceptedRun {
  id: string;
  path: string;
  usersPerNode: number;
  /** Requests of the plan, on all nodes. */
  planned: number;
  live: Promise<LiveCounts>;
  closePage(): void;
}

export interface RunJudgement {
  violations: string[];
  /** What the run says about itself. */
  reasons: string[];
}

const fullDisk =
  /: (?:The disk of the node is full[. ]|Results could not be written \(|JMeter(?:'s result file could not be written,| could not write its files))/;

/** Whether the run says that the disk of a node was full. */
export const isOfFullDisk = (reason: string) => fullDisk.test(reason);

/** The only reasons that a run may give, and the fault that must have been tried. */
const causes: readonly (readonly [RegExp, string])[] = [
  [fullDisk, 'fill disk of node'],
  // Samples that the tool counted, and that could not be framed on the full disk.
  [/^The node \d+ of grid [\w-]+ produced \d+ samples and framed \d+\.$/, 'fill disk of node'],
  [/: (?:JMeter|The engine) was terminated by SIGKILL\.$/, 'kill tool'],
];

export function openPage(stage: Stage, id: string): Pick<AcceptedRun, 'live' | 'closePage'> {
  const page = new AbortController();
  const live = followRun(stage.api, id, page.signal);
  // Awaited when the run is judged.
  live.catch(() => undefined);
  return { live, closePage: () => page.abort() };
}

/** What is promised of a run, checked when the faults are over. `tried` are their names. */
export async function judgeRun(
  stage: Stage,
  run: AcceptedRun,
  tried: ReadonlySet<string>,
): Promise<RunJudgement> {
  const { api, target } = stage;
  const violations: string[] = [];
  const finished: Json = await finishedRun(stage, run.id);
  if (!finished) {
    run.closePage();
    const late = `run ${run.id} is not finished after ${finishLimitMs / 60_000} min`;
    return { violations: [late], reasons: [] };
  }
  const timeout = setTimeout(run.closePage, liveLimitMs);
  const live = await run.live.catch(() => undefined);
  clearTimeout(timeout);
  const { reconciliation } = await api.json(`/runs/${run.id}/report`);
  const counts = await countEverywhere(api, finished);
  const sent = target.requestsTo(run.path);
  const errors: string[] = finished.remote_errors ?? [];
  const reasons = [...errors, ...reconciliation.explanations];
  const say = (what: string) =>
    violations.push(
      `run ${run.id} (${finished.engine}): ${what}; sent ${sent}, live ${JSON.stringify(live)}, ${JSON.stringify(counts)}, ${JSON.stringify(reconciliation)}, errors ${JSON.stringify(errors)}`,
    );

  const { report } = counts;
  if (report !== counts.series || report !== counts.csv || report !== reconciliation.reported)
    say('report, series and CSV differ');
  if (!live) say('its live events do not end');
  else if (live.figures !== report || live.points !== report) say('live events and report differ');
  const isOnArchive = reasons.some((reason) => reason.includes('archive'));
  const isDiskFull = reasons.some(isOfFullDisk);
  if (counts.frames !== report && !isOnArchive) say('archives and report differ');
  if (report > sent) say('more samples than requests');
  if (!reconciliation.is_complete && reconciliation.explanations.length === 0)
    say('incomplete without a reason');
  if (sent > run.planned || (sent < run.planned && reasons.length === 0)) say(`not ${run.planned} requests`);
  // Each killed tool loses at most a request of each of its users. The errors do not say what a full disk loses.
  const killed = reasons.filter((reason) => reason.endsWith(' was terminated by SIGKILL.')).length;
  const explained = killed * run.usersPerNode + (reconciliation.produced - reconciliation.reported);
  if (sent - report > explained && !isDiskFull) say(`more than ${explained} samples are missing`);
  for (const reason of reasons) {
    const [, cause] = causes.find(([sentence]) => sentence.test(reason)) ?? [];
    if (cause === undefined || !tried.has(cause)) say(`a false or unknown reason: ${reason}`);
  }
  violations.push(...(await secretsInArchives(stage, finished)));
  return { violations, reasons };
}

async function finishedRun({ api }: Stage, id: string): Promise<Json> {
  return until(
    `run ${id} is finished`,
    async () => {
      const run = await api.json(`/runs/${id}`).catch(() => undefined);
      return run?.status === 'finished' ? run : undefined;
    },
    finishLimitMs,
    250,
  ).catch(() => undefined);
}

/** Logs of the tools are in the archives. */
async function secretsInArchives(stage: Stage, run: Json): Promise<string[]> {
  const found: string[] = [];
  for (const { href } of run._embedded.archives)
    for (const [name, text] of await readArchive(href))
      found.push(...secretsIn(stage, `archive ${name}`, text));
  return found;
}

/** Secrets in the logs of all programs. */
export async function secretsInLogs(stage: Stage): Promise<string[]> {
  const logs = await logsOf(stage);
  return [...logs].flatMap(([name, text]) => secretsIn(stage, name, text));
}

function secretsIn({ secrets }: Stage, where: string, text: string): string[] {
  return [...secrets].flatMap(([name, secret]) =>
    text.includes(secret) ? [`${where} contains: ${name}`] : [],
  );
}
