import type { PlanElement } from '../../../jmx/plan-tree.ts';
import { type CookieManager, cookieManagerOf } from '../../configs/cookie-manager.ts';
import { headersIn } from '../../configs/header-manager.ts';
import {
  type CompileContext,
  type ElementCompiler,
  noPackage,
  type pending,
  type SamplePackage,
  type Sampler,
  type Scope,
  type Text,
  type User,
} from '../../core.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import { sharedEnvironment } from '../../http/shared-environment.ts';
import { type ClientKeys, clientKeysOf } from '../../keys/client-keys.ts';
import { stopForUnsupported } from '../../languages/stop-for-unsupported.ts';
import type { Result } from '../../state/result.ts';
import { filtersOf, frameFilters } from './frame-filters.ts';
import {
  closeKind,
  type KindMaker,
  openKind,
  pingPongKind,
  requestResponseKind,
  singleReadKind,
  singleWriteKind,
} from './websocket-kinds.ts';
import { type UserWebSocket, type WebSocketParts, WebSocketSample } from './websocket-sample.ts';
import { WebSocketSettings } from './websocket-settings.ts';

const socketKey = Symbol('WebSocket of a user');
const newSocket = (): UserWebSocket => ({
  client: undefined,
  sample: undefined,
});

/** The samplers and filters of the plugin "WebSocket Samplers by Peter Doornbosch". */
export const websocketSamplers: Record<string, ElementCompiler> = {
  ...frameFilters,
  'eu.luminis.jmeter.wssampler.CloseWebSocketSampler': compilerOf(closeKind),
  'eu.luminis.jmeter.wssampler.OpenWebSocketSampler': compilerOf(openKind),
  'eu.luminis.jmeter.wssampler.PingPongSampler': compilerOf(pingPongKind),
  'eu.luminis.jmeter.wssampler.RequestResponseWebSocketSampler': compilerOf(requestResponseKind),
  'eu.luminis.jmeter.wssampler.SingleReadWebSocketSampler': compilerOf(singleReadKind),
  'eu.luminis.jmeter.wssampler.SingleWriteWebSocketSampler': compilerOf(singleWriteKind),
};

function compilerOf(makeKind: KindMaker): ElementCompiler {
  return (element, context) => ({
    sampler: new WebSocketSampler(element, context, makeKind),
    userListener: {
      userFinished: (user) => user.stateOf(socketKey, newSocket).client?.dispose(),
    },
  });
}

class WebSocketSampler implements Sampler {
  readonly kind = 'sampler';
  readonly name: Text;
  package: SamplePackage = noPackage;
  readonly #settings: WebSocketSettings;
  readonly #environment: (user: User) => HttpEnvironment;
  readonly #keys: ClientKeys;
  readonly #kind: WebSocketParts['kind'];
  #parts: WebSocketParts | undefined;

  constructor(element: PlanElement, context: CompileContext, makeKind: KindMaker) {
    this.name = context.compile(element.name);
    this.#settings = new WebSocketSettings(element, context);
    this.#environment = sharedEnvironment(context);
    this.#keys = clientKeysOf(context);
    this.#kind = makeKind(element, context, this.#settings);
  }

  configure(scope: Scope): void {
    const cookies: CookieManager | undefined = cookieManagerOf(scope);
    const headers = headersIn(scope);
    this.#parts = {
      kind: this.#kind,
      settings: this.#settings,
      headers: headers.hasManagers ? headers : undefined,
      cookies,
      filters: filtersOf(scope),
    };
  }

  sample(user: User): Result | typeof pending {
    const parts = this.#parts;
    if (!parts) {
      throw new Error('The sampler was not configured');
    }
    if (this.#settings.isTls && this.#keys.isUsed) {
      stopForUnsupported(user, 'Only Apache JMeter uses a key store for WebSocket connections.');
    }
    const own = user.stateOf(socketKey, newSocket);
    const sample = new WebSocketSample(parts, user, this.#environment(user), own);
    own.sample = sample;
    return sample.start(this.name.evaluate(user));
  }

  interrupt(user: User): void {
    user.stateOf(socketKey, newSocket).sample?.interrupt();
  }
}
