import { setTimeout as delay } from 'node:timers/promises';
import { findProgram } from '../../src/tools/find-program.ts';
import { atPart, sorted } from '../support/at-part.ts';
import { printTable } from '../support/table.ts';
import { Contender, earlySeconds, type Stretch } from './contender.ts';
import { prepareGatling } from './gatling.ts';
import { prepareJmeter } from './jmeter.ts';
import { findK6, k6Folder, k6Version, prepareK6 } from './k6.ts';
import type { Generator, Load, ScriptKind } from './load.ts';
import type { Nginx } from './nginx.ts';
import { planOf, prepareOurs } from './our-generator.ts';
import { prepareWrk } from './wrk.ts';

interface Case {
  title: string;
  isTls: boolean;
  isFull: boolean;
  checks: number;
  scripts?: ScriptKind;
  /** Goal per peer: our requests per second divided by those of the peer. */
  goals: Partial<Record<PeerName, number>>;
  earlyGoal?: number;
}

export const peerNames = ['wrk', 'jmeter', 'gatling', 'k6'] as const;
export type PeerName = (typeof peerNames)[number];

export const cases: Record<string, Case> = {
  plain: {
    title: 'plain',
    isTls: false,
    isFull: false,
    checks: 2,
    goals: { wrk: 0.9, jmeter: 6, gatling: 1.9, k6: 10 },
    earlyGoal: 20,
  },
  full: {
    title: 'transaction, if, variables, timer',
    isTls: false,
    isFull: true,
    checks: 2,
    goals: { jmeter: Number.NaN, gatling: Number.NaN, k6: Number.NaN },
  },
  tls: { title: 'TLS 1.3', isTls: true, isFull: true, checks: 2, goals: { wrk: 0.85, jmeter: 5 } },
  checks: {
    title: '20 extractors and assertions',
    isTls: false,
    isFull: true,
    checks: 20,
    goals: { wrk: Number.NaN, jmeter: 4 },
  },
  scripts: {
    title: 'Groovy before and after each request',
    isTls: false,
    isFull: false,
    checks: 0,
    scripts: 'groovy',
    goals: { jmeter: 6 },
  },
  'jvm-scripts': {
    title: 'Groovy in a JVM before and after each request',
    isTls: false,
    isFull: false,
    checks: 0,
    scripts: 'groovy-in-jvm',
    goals: { jmeter: 2 },
  },
  'bean-shell': {
    title: 'BeanShell before each request',
    isTls: false,
    isFull: false,
    checks: 0,
    scripts: 'bean-shell',
    goals: { jmeter: 15 },
  },
};

/**
 * In starting order. Generators with a request timeout of a minute come last, so that they are paused for less than
 * that.
 */
const generators: Record<
  PeerName | 'ours',
  { prepare(load: Load, folder: string): Promise<Generator>; warmUpSeconds: number }
> = {
  wrk: { prepare: prepareWrk, warmUpSeconds: 3 },
  jmeter: { prepare: (load, folder) => prepareJmeter(load, folder, planOf(load)), warmUpSeconds: 25 },
  ours: { prepare: prepareOurs, warmUpSeconds: 10 },
  k6: { prepare: prepareK6, warmUpSeconds: 10 },
  gatling: { prepare: prepareGatling, warmUpSeconds: 40 },
};

/** Time for starting a process, and for the overhead of each turn. */
const startSeconds = 10;
const turnSeconds = 1.5;
const users = 50;

export interface Comparison {
  nginx: Nginx;
  folder: string;
  core: number;
  seconds: number;
  turns: number;
  /** Pause before each turn, for hosts that ration CPU time. */
  restSeconds: number;
  /** Maximum warm-up of a generator, but at least ten seconds. */
  maxWarmUpSeconds: number;
  peers: readonly PeerName[];
}

/** Returns the installed peers, and prints how to install the others. */
export async function findPeers(wanted: readonly PeerName[]): Promise<PeerName[]> {
  const missing: Partial<Record<PeerName, string>> = {};
  if (!(await findProgram('wrk'))) missing.wrk = 'apt-get install wrk';
  if (!(await findProgram('javac'))) {
    missing.jmeter = 'apt-get install openjdk-17-jdk-headless maven';
    missing.gatling = missing.jmeter;
  }
  if (!(await findK6())) missing.k6 = `GOBIN=${k6Folder()} go install go.k6.io/k6@v${k6Version}`;
  for (const name of wanted.filter((each) => missing[each])) {
    console.log(`Skipped: ${name} is not installed (${missing[name]}).`);
  }
  return wanted.filter((name) => !missing[name]);
}

/**
 * Generators start and warm up sequentially, and then take turns of a few seconds while the others are paused: a
 * disturbance longer than a turn affects all of them.
 */
export async function compareSpeed(names: readonly string[], comparison: Comparison): Promise<void> {
  const { nginx, seconds, turns, restSeconds } = comparison;
  const rows: (string | number)[][] = [];
  const ratios: (string | number)[][] = [];
  for (const each of names.flatMap((name) => cases[name] ?? [])) {
    const peers = comparison.peers.filter((name) => each.goals[name] !== undefined);
    const contenders = await startAll(each, peers, comparison);
    for (let turn = 0; turn < turns; turn++) {
      await delay(restSeconds * 1000);
      for (const contender of contenders) {
        await contender.takeTurn(seconds);
      }
      const line = contenders.map(({ name, stretches }) => {
        const { perSecond = 0, processorUs = 0 } = stretches.at(-1) ?? {};
        return `${name} ${Math.round(perSecond)} at ${processorUs.toFixed(1)} µs`;
      });
      console.log(`${each.title}, turn ${turn + 1}: ${line.join(' · ')}`);
    }
    for (const contender of contenders) {
      rows.push(row(each, contender, await contender.end()));
    }
    ratios.push(...ratiosOf(each, peers, contenders));
  }
  printTable(
    `Requests from one core: ${users} users without think time, responses of ${nginx.answerBytes} bytes, ${turns} turns of ${seconds} s, and the first ${earlySeconds} s of each`,
    [
      'what',
      'generator',
      'requests/s: median',
      'best',
      'processor µs/request',
      'of the core',
      'first s: requests/s',
      'counts match nginx',
    ],
    rows,
  );
  printTable(
    'Our requests per second divided by those of others in the same turn',
    [
      ...['what', 'other', 'median turn', 'quartiles', 'by processor time', 'goal'],
      ...['first s: times', 'goal'],
    ],
    ratios,
  );
}

async function startAll(
  each: Case,
  peers: readonly PeerName[],
  comparison: Comparison,
): Promise<Contender[]> {
  const { nginx, folder, core, seconds, turns, restSeconds, maxWarmUpSeconds } = comparison;
  const names = (Object.keys(generators) as (PeerName | 'ours')[]).filter(
    (name) => name === 'ours' || peers.includes(name),
  );
  const warmUp = (name: PeerName | 'ours') =>
    Math.max(earlySeconds, Math.min(generators[name].warmUpSeconds, maxWarmUpSeconds));
  const contenders: Contender[] = [];
  for (const [index, name] of names.entries()) {
    const beginning = names.slice(index).reduce((sum, next) => sum + startSeconds + warmUp(next), 0);
    const load: Load = {
      ...{
        nginx,
        users,
        core,
        isTls: each.isTls,
        isFull: each.isFull,
        checks: each.checks,
        scripts: each.scripts,
      },
      seconds: Math.ceil(beginning + turns * (restSeconds + names.length * (seconds + turnSeconds))),
    };
    const prepare = () => generators[name].prepare(load, folder);
    contenders.push(await Contender.start(name, nginx, prepare, warmUp(name)));
    console.log(`${each.title}: ${name} is warm`);
  }
  return contenders;
}

function row({ title }: Case, { name, stretches, earlyPerSecond }: Contender, counted: string) {
  const rates = sorted(stretches.map(({ perSecond }) => perSecond));
  const median = (of: keyof Stretch) => atPart(sorted(stretches.map((each) => each[of])), 0.5);
  return [
    ...[
      title,
      name,
      Math.round(atPart(rates, 0.5)),
      Math.round(atPart(rates, 1)),
      median('processorUs').toFixed(1),
    ],
    ...[`${Math.round(median('coreShare') * 100)} %`, Math.round(earlyPerSecond), counted],
  ];
}

function ratiosOf(each: Case, peers: readonly PeerName[], contenders: readonly Contender[]) {
  const ours = contenders.find(({ name }) => name === 'ours');
  return peers.map((name) => {
    const other = contenders.find((contender) => contender.name === name);
    const byTurn = (what: 'perSecond' | 'processorUs') =>
      (ours?.stretches ?? []).map((stretch, turn) => stretch[what] / (other?.stretches[turn]?.[what] ?? 0));
    const times = sorted(byTurn('perSecond'));
    const byTime = sorted(byTurn('processorUs').map((ratio) => 1 / ratio));
    const early = (ours?.earlyPerSecond ?? 0) / (other?.earlyPerSecond ?? 0);
    return [
      ...[each.title, name, atPart(times, 0.5).toFixed(2)],
      ...[`${atPart(times, 0.25).toFixed(2)} · ${atPart(times, 0.75).toFixed(2)}`],
      ...[atPart(byTime, 0.5).toFixed(2), each.goals[name] || ''],
      ...(name === 'jmeter' ? [early.toFixed(1), each.earlyGoal ?? ''] : ['', '']),
    ];
  });
}
