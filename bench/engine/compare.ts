import { findProgram } from '../../src/tools/find-program.ts';
import { printTable } from '../support/table.ts';
import { prepareGatling } from './gatling.ts';
import { prepareJmeter } from './jmeter.ts';
import { findK6, k6Folder, k6Version, prepareK6 } from './k6.ts';
import type { Generator, Load } from './load.ts';
import type { Nginx } from './nginx.ts';
import { prepareOurs } from './our-generator.ts';
import { earlySeconds, type Figures, lookedAtSeconds, measure } from './throughput.ts';
import { prepareWrk } from './wrk.ts';

interface Case {
  title: string;
  isTls: boolean;
  checks: number;
  /** By the peer: our requests a second are to be so many times its own. */
  goals: Partial<Record<PeerName, number>>;
  earlyGoal?: number;
}

export const peerNames = ['wrk', 'jmeter', 'gatling', 'k6'] as const;
export type PeerName = (typeof peerNames)[number];

export const cases: Record<string, Case> = {
  plain: {
    title: 'plain',
    isTls: false,
    checks: 2,
    goals: { wrk: 0.66, jmeter: 6, gatling: 2, k6: 10 },
    earlyGoal: 20,
  },
  tls: { title: 'TLS 1.3', isTls: true, checks: 2, goals: { wrk: Number.NaN, jmeter: 5 } },
  checks: {
    title: '20 extractors and assertions',
    isTls: false,
    checks: 20,
    goals: { wrk: Number.NaN, jmeter: 4 },
  },
};

const generators: Record<
  PeerName | 'ours',
  { prepare(load: Load, folder: string): Promise<Generator>; warmUpSeconds: number }
> = {
  wrk: { prepare: prepareWrk, warmUpSeconds: 3 },
  jmeter: { prepare: prepareJmeter, warmUpSeconds: 25 },
  gatling: { prepare: prepareGatling, warmUpSeconds: 40 },
  k6: { prepare: prepareK6, warmUpSeconds: 5 },
  ours: { prepare: prepareOurs, warmUpSeconds: 5 },
};

/** For the last requests of those that end by themselves, which are to go on while they are looked at. */
const spareSeconds = 2;
const users = 50;

export interface Comparison {
  nginx: Nginx;
  folder: string;
  core: number;
  seconds: number;
  turns: number;
  /** Generators are not given more than this to get warm. */
  mostWarmUpSeconds: number;
  peers: readonly PeerName[];
}

/** Those of the peers that are here, with a sentence on each of the others. */
export async function findPeers(wanted: readonly PeerName[]): Promise<PeerName[]> {
  const missing: Partial<Record<PeerName, string>> = {};
  if (!(await findProgram('wrk'))) missing.wrk = 'apt-get install wrk';
  if (!(await findProgram('javac'))) {
    missing.jmeter = 'apt-get install openjdk-17-jdk-headless maven';
    missing.gatling = missing.jmeter;
  }
  if (!(await findK6())) missing.k6 = `GOBIN=${k6Folder()} go install go.k6.io/k6@v${k6Version}`;
  for (const name of wanted.filter((each) => missing[each])) {
    console.log(`Left out: ${name}, which is not here (${missing[name]}).`);
  }
  return wanted.filter((name) => !missing[name]);
}

/** One generator after another, and all of them again: what disturbs the machine disturbs them alike. */
export async function compareSpeed(names: readonly string[], comparison: Comparison): Promise<void> {
  const { nginx, seconds } = comparison;
  const rows: (string | number)[][] = [];
  const ratios: (string | number)[][] = [];
  for (const each of names.flatMap((name) => cases[name] ?? [])) {
    const peers = comparison.peers.filter((name) => each.goals[name] !== undefined);
    const turns: Map<string, Figures>[] = [];
    for (let turn = 0; turn < comparison.turns; turn++) {
      const figures = new Map<string, Figures>();
      for (const name of [...peers, 'ours'] as const) {
        const found = await measureOne(each, name, comparison);
        figures.set(name, found);
        rows.push(row(each, name, found));
        console.log(rows.at(-1)?.join(' · '));
      }
      turns.push(figures);
    }
    ratios.push(...ratiosOf(each, peers, turns));
  }
  printTable(
    `Requests from one core: ${users} users without think time, answers of ${nginx.answerBytes} bytes, the last ${seconds} s of each and its first ${earlySeconds} s`,
    [
      'what',
      'generator',
      'requests/s',
      'processor µs/request',
      'of the core',
      'first s: requests/s',
      'counts as nginx does',
    ],
    rows,
  );
  printTable(
    'Our requests a second to those of others, turn by turn',
    ['what', 'other', 'times', 'goal', 'first s: times', 'goal'],
    ratios,
  );
}

async function measureOne(each: Case, name: PeerName | 'ours', comparison: Comparison): Promise<Figures> {
  const { nginx, folder, core, seconds, mostWarmUpSeconds } = comparison;
  const { prepare, warmUpSeconds } = generators[name];
  const stretch = { warmUpSeconds: Math.min(warmUpSeconds, mostWarmUpSeconds), seconds };
  const load: Load = {
    ...{ nginx, users, core, isTls: each.isTls, checks: each.checks },
    seconds: lookedAtSeconds(stretch) + spareSeconds,
  };
  return measure(load, await prepare(load, folder), stretch);
}

function row({ title }: Case, name: string, figures: Figures): (string | number)[] {
  return [
    title,
    name,
    Math.round(figures.perSecond),
    figures.processorUs.toFixed(1),
    `${Math.round(figures.coreShare * 100)} %`,
    Math.round(figures.earlyPerSecond),
    figures.counted,
  ];
}

function ratiosOf(each: Case, peers: readonly PeerName[], turns: readonly Map<string, Figures>[]) {
  const times = (name: PeerName, by: 'perSecond' | 'earlyPerSecond') =>
    turns.map((turn) => ((turn.get('ours')?.[by] ?? 0) / (turn.get(name)?.[by] ?? 0)).toFixed(2)).join(' · ');
  return peers.map((name) => [
    each.title,
    name,
    times(name, 'perSecond'),
    each.goals[name] || '',
    name === 'jmeter' ? times(name, 'earlyPerSecond') : '',
    (name === 'jmeter' && each.earlyGoal) || '',
  ]);
}
