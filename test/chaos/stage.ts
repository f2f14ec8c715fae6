import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { joinTokenIn } from '../../src/contract/join-command.ts';
import { freePort } from '../../src/lib/free-port.ts';
import { decodeJoinToken, encodeJoinToken } from '../../src/protocol/join-token.ts';
import { afterwards } from '../support/afterwards.ts';
import { sql } from '../support/database.ts';
import { type HeldTarget, startHeldTarget } from '../support/held-target.ts';
import { createHostedGrid } from '../support/hosted-grid.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/postgres.ts';
import { startStorage, type TestStorage } from '../support/s3/storage.ts';
import { type Json, type ServiceApi, serviceApi, type TestService } from '../support/service.ts';
import { token } from '../support/service-process.ts';
import { type Balancer, startBalancer } from '../support/several/balancer.ts';
import { type OneOfSeveral, startOne } from '../support/several/services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { breakableOf, nodeCount } from './breakable.ts';
import { type Gateway, makeGatewayKeys, startGateway, startTcp } from './gateway.ts';
import { makeNodeClock, type NodeClock } from './node-clock.ts';
import { type NodeProcess, startNode } from './node-process.ts';
import type { Breakable, Disk, Wire } from './schedule.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { Wires } from './wire.ts';

/** One or several services, two nodes, a database and a target, with proxies between them. */
export interface Stage {
  breakable: Breakable;
  /** Requests of users, which reach the services through the balancer, if any. */
  api: ServiceApi;
  services: OneOfSeveral[];
  grid: Json;
  nodes: NodeProcess[];
  clocks: NodeClock[];
  /** Proxies between a node and the services. */
  gateways: Gateway[];
  postgres: OwnPostgres;
  target: HeldTarget;
  wires: Record<Wire, Wires[]>;
  disks: Record<Disk, SmallDisk[]>;
  /** What several services share besides the database. */
  others: { balancer: Balancer; storage: TestStorage } | undefined;
  /** Data folders of the services. */
  folders: string[];
  /** A connection that no fault touches. */
  sql(text: string, values?: unknown[]): Promise<Json[]>;
  /** Names and values of texts that no log may contain. */
  secrets: Map<string, string>;
}

const diskMb = 256;
const postgresDiskMb = 768;
/** So that the log of the transactions fits on the disk. */
const smallWal = { min_wal_size: '32MB', max_wal_size: '64MB' };
export const filesPrefix = 'chaos';

export async function openStage(t: TestContext, serviceCount: number): Promise<Stage> {
  const breakable = breakableOf(serviceCount);
  const isOne = serviceCount === 1;
  const disks: Record<Disk, SmallDisk[]> = { node: [], service: [], postgres: [] };
  for (let index = 0; index < serviceCount; index++)
    disks.service.push(await mountSmallDisk(t, isOne ? postgresDiskMb : diskMb));
  for (let index = 0; index < breakable.disks.postgres; index++)
    disks.postgres.push(await mountSmallDisk(t, postgresDiskMb));
  for (let index = 0; index < nodeCount; index++) disks.node.push(await mountSmallDisk(t, diskMb));

  const [postgresDisk = disks.service[0]] = disks.postgres;
  const postgres = await startOwnPostgres(postgresDisk?.folder, smallWal);
  afterwards(t, () => postgres.stop());
  const databaseUrl = new URL(await postgres.freshUrl());
  const { searchParams, username, pathname } = databaseUrl;
  const socket = `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`;

  const wires: Record<Wire, Wires[]> = { database: [], storage: [], node: [], service: [] };
  const proxyTo = async (wire: Wire, open: () => ReturnType<typeof connect>) => {
    const own = new Wires();
    wires[wire].push(own);
    return (await startTcp(t, own, open)).port;
  };
  const ports: number[] = [];
  const proxiedPorts: number[] = [];
  for (let index = 0; index < serviceCount; index++) {
    const port = await freePort();
    ports.push(port);
    proxiedPorts.push(await proxyTo('service', () => connect(port, '127.0.0.1')));
  }
  const others = isOne
    ? undefined
    : { storage: await startStorage(t), balancer: await startBalancer(t, proxiedPorts) };
  const front = others?.balancer.plainPort ?? proxiedPorts[0] ?? 0;
  const keys = await makeGatewayKeys(t);
  const users = await startGateway(t, front, keys);
  const sealKey = randomBytes(32).toString('base64');
  const services: OneOfSeveral[] = [];
  for (const [index, port] of ports.entries()) {
    const databasePort = await proxyTo('database', () => connect(socket));
    const variables = {
      DATABASE_URL: `postgresql://${username}@127.0.0.1:${databasePort}${pathname}`,
      SPATE_TLS: 'off',
      SPATE_LOCAL_NODES: 'off',
      SPATE_PUBLIC_URL: users.url,
      SPATE_SEAL_KEY: sealKey,
      SPATE_MIN_FREE_DISK_MB: '8',
      NODE_EXTRA_CA_CERTS: keys.ca,
    };
    const { storage } = others ?? {};
    if (storage) {
      const storagePort = new URL(storage.access.endpoint ?? '').port;
      const proxied = await proxyTo('storage', () => connect(Number(storagePort), '127.0.0.1'));
      Object.assign(variables, storage.variables(filesPrefix), {
        SPATE_FILES_DIRECT: 'on',
        SPATE_S3_ENDPOINT: `http://127.0.0.1:${proxied}`,
      });
    }
    services.push(await startOne(t, port, variables, disks.service[index]?.folder));
  }

  const api = { ...serviceApi(users.url, token), url: users.url, token };
  const grid = await createHostedGrid(api as TestService, nodeCount);
  const join = decodeJoinToken(joinTokenIn(grid.join_command));
  const logFolder = await temporaryFolder(t);
  const nodes: NodeProcess[] = [];
  const clocks: NodeClock[] = [];
  const gateways: Gateway[] = [];
  for (const [index, disk] of disks.node.entries()) {
    const name = `node-${index + 1}`;
    const clock = await makeNodeClock(t);
    const gateway = await startGateway(t, front, keys);
    clocks.push(clock);
    gateways.push(gateway);
    wires.node.push(gateway.wires);
    const joinToken = encodeJoinToken({ ...join, url: gateway.url });
    const place = { parent: disk.folder, name, logFolder, command: clock.command };
    nodes.push(await startNode(t, { ...place, joinToken, ca: keys.ca }));
  }
  await until(
    'the grid is started',
    async () => (await api.json(`/grids/${grid.uuid}`)).status === 'started',
  );
  const target = await startHeldTarget({ latencyMs: 10, allowed: Number.POSITIVE_INFINITY });
  t.after(() => target.stop());
  const secrets = new Map([
    ['token of the user', token],
    ['seal key', sealKey],
    ['secret of the join token', join.secret],
  ]);
  if (others) secrets.set('secret key of S3', others.storage.access.secretAccessKey ?? '');
  return {
    breakable,
    api,
    services,
    grid,
    nodes,
    clocks,
    gateways,
    postgres,
    target,
    wires,
    disks,
    others,
    folders: disks.service.map(({ folder }) => folder),
    sql: (text, values) => sql({ databaseUrl: () => databaseUrl.href }, text, values) as Promise<Json[]>,
    secrets,
  };
}

/** Logs of all programs, by the name of a file for each. */
export async function logsOf({ services, nodes, postgres }: Stage): Promise<Map<string, string>> {
  const logs = new Map<string, string>();
  for (const [index, service] of services.entries())
    logs.set(`service-${index + 1}.log`, await service.log());
  for (const [index, node] of nodes.entries()) logs.set(`node-${index + 1}.log`, await node.log());
  logs.set('postgres.log', await postgres.log());
  return logs;
}
