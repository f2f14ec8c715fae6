import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeInfo } from '../domain/node.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { isMissing } from '../lib/exists.ts';
import type { Log } from '../lib/log.ts';
import { formatNodeAuthorization } from '../protocol/agent-routes.ts';
import { protocolVersion, type ServiceMessage } from '../protocol/messages.ts';
import type { Sandbox } from '../tools/sandbox/sandbox.ts';
import type { Tool } from '../tools/tool.ts';
import type { AgentFigures } from './agent-figures.ts';
import { Executions } from './executions.ts';
import { type Identity, saveIdentity } from './identity.ts';
import type { InterruptionNotices } from './interruption-notices.ts';
import { ServiceClock } from './service-clock.ts';
import { StorageAccess } from './storage-access.ts';
import { requireInstalled, switchToVersion } from './update/installed-bundle.ts';
import { SelfUpdate } from './update/self-update.ts';
import { Uplink } from './uplink.ts';
import { MachineMeter } from './vitals.ts';

export interface NodeSessionOptions {
  folder: string;
  identity: Identity;
  info: NodeInfo;
  /** Probes tools with missing parts again. */
  probeAgain(info: NodeInfo): Promise<NodeInfo>;
  tools: readonly Tool[];
  sandbox?: Sandbox;
  cacheDir: string;
  javaOptions: readonly string[];
  memoryBytesPerExecution: number;
  diskBytesPerExecution: number;
  fullDiskTimeoutMs: number;
  log: Log;
  /** Aborts when the agent has to exit. */
  signal: AbortSignal;
  /** Before it exits, stops executions and delivers their results within this time. Undefined: tools keep running. */
  drainForMs?: number | undefined;
  /** How long to keep delivering results after the grid has expired. */
  deliverForMs: number;
  pingEveryMs?: number;
  clock?: Clock;
  /** Folder of installed versions of this program; undefined if a package manager or a user installs them. */
  bundlesFolder?: string | undefined;
  /** Undefined: the cloud does not reclaim this machine. */
  notices?: InterruptionNotices | undefined;
}

const tickMs = 1000;
const drainPollMs = 100;
const vitalsEveryTicks = 2;
const clockEveryTicks = 30;
const firstClockTick = 3;
const probeAgainEveryTicks = 60;
const noticeEveryTicks = 5;
const firstExchanges = 5;
const laterExchanges = 3;

export const executionsFolderName = 'executions';

/** Runs a joined node until it ends or the agent exits. */
export class NodeSession {
  readonly #options: NodeSessionOptions;
  readonly #log: Log;
  readonly #clock: ServiceClock;
  readonly #uplink: Uplink;
  readonly #executions: Executions;
  readonly #meter = new MachineMeter();
  readonly #end = Promise.withResolvers<string>();
  readonly #updated = Promise.withResolvers<void>();
  /** Aborts when the agent exits, after draining. */
  readonly #leaving = new AbortController();
  readonly #update: SelfUpdate;
  #isIncompatible = false;
  #identity: Identity;
  #info: NodeInfo;
  #deliverUntil: number | undefined;
  #whyEnding = 'the grid has expired';
  #isLookingForNotice = false;
  #framesSent = 0;

  constructor(options: NodeSessionOptions) {
    const { identity, log } = options;
    this.#options = options;
    this.#log = log;
    this.#identity = identity;
    this.#info = options.info;
    this.#clock = new ServiceClock(options.clock ?? systemClock, identity.clockOffsetMs, options.clock);
    const { nodeId, credential } = identity;
    const address = { url: identity.url, ca: identity.ca };
    const authorization = formatNodeAuthorization(nodeId, credential);
    const { bundlesFolder, signal } = options;
    this.#update = new SelfUpdate({
      version: options.info.agentVersion,
      switchTo: (version) =>
        bundlesFolder === undefined
          ? requireInstalled(version)
          : switchToVersion(bundlesFolder, version, { address, authorization, signal }),
      log,
    });
    this.#uplink = new Uplink({
      address,
      nodeId,
      credential,
      log,
      ...(options.pingEveryMs === undefined ? {} : { pingEveryMs: options.pingEveryMs }),
      prepare: async () => {
        await this.#probeAgain();
      },
      hello: () => ({
        type: 'hello',
        protocol: protocolVersion,
        info: this.#info,
        executions: this.#executions.statuses,
      }),
      onVersion: (version) => this.#update.noteServiceVersion(version),
      onIncompatible: () => {
        this.#isIncompatible = true;
        this.#update.noteIncompatible();
      },
      onOpen: () => this.#connected(),
      onClose: () => {},
      onMessage: (message) => this.#receive(message),
    });
    this.#executions = new Executions({
      folder: join(options.folder, executionsFolderName),
      node: {
        address,
        authorization,
        cacheDir: options.cacheDir,
        javaOptions: options.javaOptions,
        memoryBytesPerExecution: options.memoryBytesPerExecution,
        diskBytesPerExecution: options.diskBytesPerExecution,
        fullDiskTimeoutMs: options.fullDiskTimeoutMs,
        clock: this.#clock,
        storage: new StorageAccess(),
        sandbox: options.sandbox,
        onFramesSent: (frames) => {
          this.#framesSent += frames;
        },
      },
      tools: options.tools,
      transport: this.#uplink,
      log,
      signal: this.#leaving.signal,
    });
  }

  get figures(): AgentFigures {
    const executions = Map.groupBy(this.#executions.statuses, ({ state }) => state);
    return {
      isConnected: this.#uplink.isOpen,
      framesSent: this.#framesSent,
      ...this.#executions.spooled,
      executions: new Map([...executions].map(([state, list]) => [state, list.length])),
    };
  }

  /**
   * `ended`: the node has ended and all tools have exited. `left`: the tools keep running for the next agent. `updated`: the
   * next agent has another version.
   */
  async run(): Promise<'ended' | 'left' | 'updated'> {
    const hangUp = new AbortController();
    await this.#executions.adopt();
    const uplink = this.#uplink.run(hangUp.signal).then((end) => {
      if (end === 'refused') this.#end.resolve('the service no longer accepts this node');
    });
    const ticking = this.#tickUntil(hangUp.signal);
    const left = this.#leave(hangUp.signal);
    const end = await Promise.race([
      this.#end.promise.then((reason) => ({ reason })),
      left,
      this.#updated.promise.then(() => 'updated' as const),
    ]);
    if (typeof end === 'string') {
      this.#log.info({}, 'agent.stopping');
      await this.#executions.settled();
    } else {
      this.#log.info({ reason: end.reason }, 'node.ending');
      await this.#executions.forgetAll();
    }
    hangUp.abort();
    await Promise.all([uplink, ticking]);
    return typeof end === 'string' ? end : 'ended';
  }

  /** Resolves when the agent has been stopped, and has drained if it has to. */
  async #leave(hungUp: AbortSignal): Promise<'left'> {
    const { signal, drainForMs, log } = this.#options;
    if (!signal.aborted) await once(signal, 'abort', { signal: hungUp }).catch(() => {});
    if (drainForMs !== undefined && !hungUp.aborted) {
      log.info({ drainForMs }, 'node.draining');
      const untilMs = performance.now() + drainForMs;
      this.#executions.stopAll();
      while (!this.#executions.isAllDelivered && performance.now() < untilMs && !hungUp.aborted)
        await sleep(drainPollMs, undefined, { signal: hungUp }).catch(() => {});
    }
    this.#leaving.abort();
    return 'left';
  }

  #connected(): void {
    this.#executions.connected();
    this.#askTime(firstExchanges);
  }

  #receive(message: ServiceMessage): void {
    switch (message.type) {
      case 'welcome':
        this.#update.noteAccepted();
        this.#learnEnd(message.endsAtMs);
        break;
      case 'time':
        this.#clock.receive(message.sentAtMs, message.serviceTimeMs);
        break;
      case 'desired':
        this.#executions.reconcile(message.executions);
        break;
      case 'ack':
        this.#executions.acked(message.executionId, message.seq);
        break;
      case 'rows':
        this.#executions.rowsLeased(message);
        break;
      case 'end':
        this.#end.resolve(message.reason);
        break;
    }
  }

  async #tickUntil(signal: AbortSignal): Promise<void> {
    for (let tick = 1; !signal.aborted; tick++) {
      try {
        this.#executions.tick();
        this.#watchEnd();
        if (tick % noticeEveryTicks === 0) this.#lookForNotice();
        await this.#watchFolder();
        // Without a connection, executions end only after the update; the next agent adopts them.
        const mayUpdate = this.#executions.isIdle || this.#isIncompatible;
        if (mayUpdate && this.#update.advance()) this.#updated.resolve();
        if (tick % vitalsEveryTicks === 0) await this.#sendVitals();
        if (tick % clockEveryTicks === firstClockTick) await this.#keepTime();
        if (tick % probeAgainEveryTicks === 0 && (await this.#probeAgain())) this.#uplink.cut();
      } catch (error) {
        this.#log.error({ err: error }, 'node.tick.failed');
      }
      await sleep(tickMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Ends the node when its folder, or the data folder around it, has been deleted. */
  async #watchFolder(): Promise<void> {
    if (await isMissing(this.#options.folder)) this.#end.resolve('the folder of the node was deleted');
  }

  async #sendVitals(): Promise<void> {
    const use = await this.#meter.measure();
    const { offsetMs: clockOffsetMs, roundTripMs } = this.#clock;
    const { generators } = this.#executions;
    this.#uplink.send({
      type: 'vitals',
      vitals: { ...use, clockOffsetMs, roundTripMs, ...this.#executions.spooled },
      ...(generators.length > 0 ? { generators } : {}),
    });
  }

  #askTime(exchanges: number): void {
    for (let exchange = 0; exchange < exchanges; exchange++) {
      const requestTime = () => this.#uplink.send({ type: 'time', sentAtMs: this.#clock.stampMs() });
      if (exchange === 0) requestTime();
      else setTimeout(requestTime, exchange * 100).unref();
    }
  }

  /** Stores the clock offset for an agent that starts while the service is unreachable. */
  async #keepTime(): Promise<void> {
    this.#askTime(laterExchanges);
    const { offsetMs } = this.#clock;
    if (Math.abs(offsetMs - this.#identity.clockOffsetMs) > 2) await this.#keep({ clockOffsetMs: offsetMs });
  }

  #learnEnd(endsAtMs: number | null): void {
    if (endsAtMs === this.#identity.endsAtMs) return;
    this.#keep({ endsAtMs }).catch((error) => {
      this.#log.error({ err: error }, 'node.identity.not_saved');
    });
  }

  async #keep(change: Partial<Identity>): Promise<void> {
    this.#identity = { ...this.#identity, ...change };
    await saveIdentity(this.#options.folder, this.#identity);
  }

  /** Ends the node when the grid expires, even without the service: graceful stop, delivery with a deadline, end. */
  #watchEnd(): void {
    const { endsAtMs } = this.#identity;
    if (this.#deliverUntil === undefined) {
      if (endsAtMs === null || this.#clock.nowMs() < endsAtMs) return;
      this.#log.info({ endsAtMs }, 'grid.expired');
      this.#deliverUntil = performance.now() + this.#options.deliverForMs;
      this.#executions.stopAll();
    }
    if (this.#executions.isAllDelivered) this.#end.resolve(this.#whyEnding);
    else if (performance.now() > this.#deliverUntil) {
      this.#end.resolve(`${this.#whyEnding}, and its results could not be delivered in time`);
    }
  }

  /** Not awaited: the metadata service may hang. */
  #lookForNotice(): void {
    const { notices } = this.#options;
    if (!notices || this.#isLookingForNotice || this.#deliverUntil !== undefined) return;
    this.#isLookingForNotice = true;
    notices
      .look()
      .then((end) => end && this.#interrupt(notices.cloud, end))
      .catch((error) => this.#log.warn({ err: error }, 'interruption-notice.failed'))
      .finally(() => {
        this.#isLookingForNotice = false;
      });
  }

  /** The cloud reclaims the machine: graceful stop, and delivery until its end. */
  #interrupt(cloud: string, end: Date): void {
    this.#log.warn({ end: end.toISOString() }, 'node.interrupted');
    this.#whyEnding = 'the cloud takes the machine back';
    this.#deliverUntil = performance.now() + Math.max(0, end.getTime() - Date.now());
    const time = end.toISOString().slice(11, 19);
    this.#executions.stopAll(
      `${cloud} takes the spot machine back at ${time} UTC. The execution was stopped, and its results up to then were kept.`,
    );
  }

  async #probeAgain(): Promise<boolean> {
    const before = this.#info;
    this.#info = await this.#options.probeAgain(before);
    return this.#info !== before;
  }
}
