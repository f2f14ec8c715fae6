import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { joinTokenIn } from '../../src/contract/join-command.ts';
import { freePort } from '../../src/lib/free-port.ts';
import { sendSignal } from '../../src/lib/process-identity.ts';
import { sql } from '../support/database.ts';
import { type HeldTarget, startHeldTarget } from '../support/held-target.ts';
import { createHostedGrid } from '../support/hosted-grid.ts';
import { engineProcess, java, processesBelow } from '../support/processes.ts';
import { startStorage, type TestStorage } from '../support/s3/storage.ts';
import { type Json, type ServiceApi, serviceApi, type TestService } from '../support/service.ts';
import { token } from '../support/service-process.ts';
import { type Balancer, startBalancer } from '../support/several/balancer.ts';
import { type OneOfSeveral, startOne } from '../support/several/services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { type Gateway, startGateway, startTcp } from './gateway.ts';
import { makeNodeClock, type NodeClock } from './node-clock.ts';
import { type NodeProcess, startNode } from './node-process.ts';
import { type Fault, type Victim, victimsOfOne, victimsOfSeveral, type Wire } from './schedule.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { Wires } from './wire.ts';

export interface PostgresServer {
  pid(): number;
  freshUrl(): Promise<string>;
}

/** One or three services, two nodes, a database and a target, with proxies between them. */
export interface Stage {
  /** Requests through the gateway. */
  api: ServiceApi;
  services: OneOfSeveral[];
  grid: Json;
  nodes: NodeProcess[];
  target: HeldTarget;
  /** Data folders of the services. */
  folders: string[];
  /** A connection that no fault touches. */
  sql(text: string, values: unknown[]): Promise<Json[]>;
  /** Texts that no log may contain. */
  secrets: string[];
  victims: readonly Victim[];
  /** Makes a fault, and resolves when it is over. Returns whether there was something to break. */
  make(fault: Fault): Promise<boolean>;
}

const nodeCount = 2;
const diskMb = 256;
const restartMs = 500;

export async function openStage(
  t: TestContext,
  postgres: PostgresServer,
  serviceCount: number,
): Promise<Stage> {
  const databaseUrl = new URL(await postgres.freshUrl());
  const { searchParams, username, pathname } = databaseUrl;
  const socket = `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`;
  const databaseWires = new Wires();
  const database = await startTcp(t, databaseWires, () => connect(socket));
  const ports: number[] = [];
  for (let index = 0; index < serviceCount; index++) ports.push(await freePort());
  const others = serviceCount === 1 ? undefined : await startOthers(t, ports);
  const gateway = await startGateway(t, others?.balancer.plainPort ?? ports[0] ?? 0);
  const sealKey = randomBytes(32).toString('base64');
  const variables = {
    DATABASE_URL: `postgresql://${username}@127.0.0.1:${database.port}${pathname}`,
    SPATE_TLS: 'off',
    SPATE_LOCAL_NODES: 'off',
    SPATE_PUBLIC_URL: gateway.url,
    SPATE_SEAL_KEY: sealKey,
    SPATE_MIN_FREE_DISK_MB: '8',
    NODE_EXTRA_CA_CERTS: gateway.ca,
    ...others?.storage.variables('chaos'),
  };
  const nodeDisk = await mountSmallDisk(t, diskMb);
  const serviceDisks: SmallDisk[] = [];
  const services: OneOfSeveral[] = [];
  for (const port of ports) {
    const disk = await mountSmallDisk(t, diskMb);
    serviceDisks.push(disk);
    services.push(await startOne(t, port, variables, disk.folder));
  }
  const api = { ...serviceApi(gateway.url, token), url: gateway.url, token };
  const grid = await createHostedGrid(api as TestService, nodeCount);
  const joinToken = joinTokenIn(grid.join_command);
  const logFolder = await temporaryFolder(t);
  const nodes: NodeProcess[] = [];
  const clocks: NodeClock[] = [];
  for (let index = 0; index < nodeCount; index++) {
    const name = `node-${index + 1}`;
    const clock = await makeNodeClock(t);
    clocks.push(clock);
    const place = { parent: nodeDisk.folder, name, logFolder, command: clock.command };
    nodes.push(await startNode(t, { ...place, joinToken, ca: gateway.ca }));
  }
  await until(
    'the grid is started',
    async () => (await api.json(`/grids/${grid.uuid}`)).status === 'started',
  );
  const target = await startHeldTarget({ latencyMs: 10, allowed: Number.POSITIVE_INFINITY });
  t.after(() => target.stop());
  const wires = { agents: gateway.wires, database: databaseWires };
  const disks = { node: [nodeDisk], service: serviceDisks };
  return {
    api,
    services,
    grid,
    nodes,
    target,
    folders: serviceDisks.map(({ folder }) => folder),
    sql: (text, values) => sql({ databaseUrl: () => databaseUrl.href }, text, values) as Promise<Json[]>,
    secrets: [token, sealKey, joinToken],
    victims: others ? victimsOfSeveral : victimsOfOne,
    make: (fault) => make({ services, nodes, clocks, postgres, wires, gateway, disks, others }, fault),
  };
}

interface Others {
  balancer: Balancer;
  storage: TestStorage;
}

/** What several services share besides the database. */
async function startOthers(t: TestContext, ports: readonly number[]): Promise<Others> {
  return { storage: await startStorage(t), balancer: await startBalancer(t, ports) };
}

interface Parts {
  services: OneOfSeveral[];
  nodes: NodeProcess[];
  clocks: NodeClock[];
  postgres: PostgresServer;
  wires: Record<Wire, Wires>;
  gateway: Gateway;
  disks: Record<'node' | 'service', SmallDisk[]>;
  others: Others | undefined;
}

/** Reasons of a service that does not start during another fault. */
const passingReasons = /A disk is full|Cannot connect to the PostgreSQL server/;
const mostStarts = 60;

/** As a supervisor does: again, while another fault prevents the start. */
async function startAgain(service: OneOfSeveral): Promise<void> {
  for (let starts = 1; ; starts++) {
    const before = (await service.log()).length;
    try {
      return await service.start();
    } catch (error) {
      const isPassing = passingReasons.test((await service.log()).slice(before));
      if (!isPassing || starts === mostStarts) throw error;
      await sleep(restartMs);
    }
  }
}

async function make(parts: Parts, fault: Fault): Promise<boolean> {
  const { services, clocks, wires, gateway, disks, others } = parts;
  switch (fault.kind) {
    case 'kill': {
      if (fault.victim === 'service') {
        const service = oneOf(services, fault.pick);
        await service?.end('SIGKILL');
        await sleep(restartMs);
        if (service) await startAgain(service);
        return true;
      }
      if (others && (fault.victim === 'balancer' || fault.victim === 'storage')) {
        await others[fault.victim].kill();
        await sleep(restartMs);
        await others[fault.victim].start();
        return true;
      }
      return signalOne(parts, fault, 'SIGKILL') !== undefined;
    }
    case 'freeze': {
      const pid = signalOne(parts, fault, 'SIGSTOP');
      if (pid === undefined) return false;
      await sleep(fault.forMs);
      sendSignal(pid, 'SIGCONT');
      return true;
    }
    case 'reset':
      wires[fault.wire].reset();
      return true;
    case 'cut':
      await wires[fault.wire].cut(fault.forMs);
      return true;
    case 'delay':
      await wires[fault.wire].delay(fault.forMs, fault.delayMs);
      return true;
    case 'repeat':
    case 'swap':
      gateway.setFrameFault(fault.kind);
      await sleep(fault.forMs);
      gateway.setFrameFault(undefined);
      return true;
    case 'fill':
      await oneOf(disks[fault.disk], fault.pick)?.fill(fault.forMs);
      return true;
    case 'slow':
      await oneOf(disks[fault.disk], fault.pick)?.slow(fault.forMs, fault.pauseMs);
      return true;
    case 'jump':
      await oneOf(clocks, fault.pick)?.shift(fault.seconds);
      return true;
  }
}

/** Sends the signal to one of the processes; undefined when there is none. */
function signalOne(
  parts: Parts,
  { victim, pick }: { victim: Victim; pick: number },
  signal: NodeJS.Signals,
): number | undefined {
  const pid = oneOf(processesOf(parts, victim), pick);
  if (pid !== undefined) sendSignal(pid, signal);
  return pid;
}

/** `pick` is from 0 to 1. */
const oneOf = <T>(list: readonly T[], pick: number): T | undefined => list[Math.floor(pick * list.length)];

function processesOf({ services, nodes, postgres, others }: Parts, victim: Victim): number[] {
  switch (victim) {
    case 'service':
      return services.flatMap((service) => service.pid() ?? []);
    case 'postgres':
      return [postgres.pid()];
    case 'agent':
      return nodes.flatMap((node) => node.pid() ?? []);
    case 'balancer':
    case 'storage':
      return [others?.[victim].pid() ?? []].flat();
    case 'tool':
      return nodes.flatMap(({ folder }) => toolsBelow(folder));
  }
}

export function toolsBelow(folder: string): number[] {
  return [engineProcess, java].flatMap((program) => processesBelow(folder, program));
}

export const logsOf = ({ services, nodes }: Stage) =>
  Promise.all([...services, ...nodes].map((each) => each.log()));

/** The folder of staged uploads. */
export const stagedFolder = (dataDir: string) => join(dataDir, 'files', 'staged');
