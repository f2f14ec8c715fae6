import type { PlanElement } from '../../jmx/plan-tree.ts';
import type { RequestObject } from '../../languages/jvm/library/sampler-classes.ts';
import { authOpener, basicAuthorization } from '../configs/auth-manager.ts';
import { cacheOpener } from '../configs/cache-manager.ts';
import { type CookieManager, cookieManagerOf } from '../configs/cookie-manager.ts';
import { managedNames, type NamesOf, namesOpener } from '../configs/dns-cache-manager.ts';
import type { CompileContext, Text } from '../core.ts';
import {
  type ElementCompiler,
  noPackage,
  type pending,
  type SamplePackage,
  type Sampler,
  type Scope,
  type User,
} from '../core.ts';
import { connectionsKey } from '../http/connections-key.ts';
import type { HttpEnvironment } from '../http/http-environment.ts';
import { sharedEnvironment } from '../http/shared-environment.ts';
import { IdleConnections } from '../http/url-connection/idle-connections.ts';
import { UserConnections } from '../http/user-connections.ts';
import { type ClientKeys, clientKeysOf } from '../keys/client-keys.ts';
import type { Result } from '../state/result.ts';
import type { HttpParts } from './http-exchange.ts';
import { httpProperties } from './http-properties.ts';
import { HttpSample } from './http-sample.ts';
import { changedProperties, ScriptedRequest } from './scripted-request.ts';

const idleKey = Symbol('idle-connections');

/** JMeter's HTTP Request, with HttpClient4 or, for the implementation Java, with java.net.HttpURLConnection. */
export const httpSampler: ElementCompiler = (element, context) => {
  const sampler = new HttpSampler(element, context);
  return {
    sampler,
    userListener: {
      userFinished: (user) =>
        user.stateOf(connectionsKey, () => undefined as UserConnections | undefined)?.closeAll(),
    },
    planListener: { planEnded: () => idleOf(context).closeAll() },
  };
};

/** Kept connections of the implementation Java, one pool per worker. */
const idleOf = (context: CompileContext) => context.shared(idleKey, () => new IdleConnections());

class HttpSampler implements Sampler {
  readonly kind = 'sampler';
  readonly name: Text;
  package: SamplePackage = noPackage;
  readonly #element: PlanElement;
  readonly #context: CompileContext;
  readonly #environment: (user: User) => HttpEnvironment;
  readonly #keys: ClientKeys;
  #parts: HttpParts | undefined;
  #cookies: CookieManager | undefined;
  #namesOf: NamesOf | undefined;

  constructor(element: PlanElement, context: CompileContext) {
    this.name = context.compile(element.name);
    this.#element = element;
    this.#context = context;
    this.#environment = sharedEnvironment(context);
    this.#keys = clientKeysOf(context);
  }

  configure(scope: Scope): void {
    const { userAgent, nextTraceParent, nowMs, cachedNowMs } = this.#context.environment;
    this.#cookies = cookieManagerOf(scope);
    const properties = httpProperties(this.#element, this.#context, scope);
    const { isOfUrlConnection } = properties;
    this.#namesOf = isOfUrlConnection ? undefined : namesOpener(scope);
    const { answers } = scope;
    const bodyUse = properties.embedded ? 'bytes' : scope.bodyUse;
    const openAuth = isOfUrlConnection ? undefined : authOpener(scope, this.#context);
    const openCache = cacheOpener(scope);
    const { files, isMultipart, via } = properties;
    // These features read or change single headers.
    const mayBePlain =
      !isOfUrlConnection && !via && !openAuth && !openCache && files.length === 0 && !isMultipart;
    this.#parts = {
      properties,
      userAgent,
      nextTraceParent,
      nowMs,
      cachedNowMs,
      bodyUse,
      answers,
      openAuth,
      openCache,
      urlConnection: isOfUrlConnection
        ? {
            // Only `Java/…`, without the name of HttpClient.
            userAgent: /Java\/[^)]*/.exec(userAgent)?.[0] ?? userAgent,
            idle: idleOf(this.#context),
            authorize: basicAuthorization(scope),
          }
        : undefined,
      mayBePlain,
      isFunctional: this.#context.isFunctional,
    };
  }

  sample(user: User): Result | undefined | typeof pending {
    const parts = this.#parts;
    if (!parts) {
      throw new Error('The sampler was not configured');
    }
    const connections = user.stateOf(connectionsKey, () => this.#connectionsOf(user));
    const properties = changedProperties(user, parts.properties);
    const sent = properties === parts.properties ? parts : { ...parts, properties, mayBePlain: false };
    const sample = new HttpSample(sent, user, this.name, this.#cookies?.jarOf(user), connections);
    connections.sample = sample;
    connections.names = this.#namesOf?.(user, this.#environment(user).names);
    return sample.start();
  }

  requestOf(user: User): RequestObject {
    const parts = this.#parts;
    if (!parts) {
      throw new Error('The sampler was not configured');
    }
    return new ScriptedRequest(user, parts.properties);
  }

  #connectionsOf(user: User): UserConnections {
    const keys = this.#keys;
    return new UserConnections(this.#environment(user), {
      user,
      identify: keys.isUsed ? () => keys.identityOf(user) : undefined,
      areNamesManaged: managedNames(this.#context).areManaged,
    });
  }

  interrupt(user: User): void {
    user.stateOf(connectionsKey, () => undefined as UserConnections | undefined)?.sample?.interrupt();
  }

  timeOutSample(user: User): void {
    user.stateOf(connectionsKey, () => undefined as UserConnections | undefined)?.sample?.timeOutSample();
  }
}
