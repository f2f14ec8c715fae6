import type { PlanElement } from '../../plans/jmeter/plan-tree.ts';
import { type AuthOpener, authOpener } from '../configs/auth-manager.ts';
import { cacheOpener } from '../configs/cache-manager.ts';
import { cookieJar } from '../configs/cookie-manager.ts';
import type { CompileContext, Text } from '../core.ts';
import {
  type ElementCompiler,
  noPackage,
  pending,
  type SamplePackage,
  type Sampler,
  type Scope,
  type User,
} from '../core.ts';
import type { HttpCache } from '../http/http-cache.ts';
import { createHttpWorld, type HttpWorld } from '../http/http-world.ts';
import { UserConnections } from '../http/user-connections.ts';
import type { Result } from '../sampling/result.ts';
import { connectionsKey } from './connections-key.ts';
import { type HttpProperties, httpProperties } from './http-properties.ts';
import { HttpSample, type HttpSampleParts } from './http-sample.ts';

/** HTTP Request, with HttpClient4's ways. */
export const httpSampler: ElementCompiler = (element, context) => {
  const sampler = new HttpSampler(element, context);
  return {
    sampler,
    userListener: {
      userFinished: (user) =>
        user.keep(connectionsKey, () => undefined as UserConnections | undefined)?.closeAll(),
    },
  };
};

class HttpSampler implements Sampler {
  readonly kind = 'sampler';
  readonly name: Text;
  package: SamplePackage = noPackage;
  readonly #element: PlanElement;
  readonly #context: CompileContext;
  /** One for each worker, made with the first sample, when there is a wheel. */
  readonly #shared: { world: HttpWorld | undefined };
  #properties: HttpProperties | undefined;
  #scope: Scope | undefined;
  #openAuth: AuthOpener | undefined;
  #openCache: ((user: User) => HttpCache) | undefined;
  /** By user, those under way. */
  readonly #running = new Map<User, HttpSample>();

  constructor(element: PlanElement, context: CompileContext) {
    this.name = context.compile(element.name);
    this.#element = element;
    this.#context = context;
    this.#shared = context.shared(connectionsKey, () => ({ world: undefined }));
  }

  configure(scope: Scope): void {
    this.#scope = scope;
    this.#openAuth = authOpener(scope, this.#context);
    this.#openCache = cacheOpener(scope);
    this.#properties = httpProperties(this.#element, this.#context, scope);
  }

  sample(user: User): Result | undefined | typeof pending {
    if (!this.#properties || !this.#scope) {
      throw new Error('The sampler was not configured');
    }
    const { world: all } = this.#context;
    this.#shared.world ??= createHttpWorld(user.runner.wheel, all.nowMs);
    const { world } = this.#shared;
    const parts: HttpSampleParts = {
      user,
      label: this.name.evaluate(user),
      properties: this.#properties,
      cookies: cookieJar(this.#scope, user),
      openAuth: this.#openAuth,
      cache: this.#openCache?.(user),
      connections: user.keep(connectionsKey, () => new UserConnections(world)),
      userAgent: all.userAgent,
      nowMs: all.nowMs,
      onEnd: (result) => {
        this.#running.delete(user);
        user.runner.finishSample(user, result);
      },
    };
    const sample = new HttpSample(parts);
    this.#running.set(user, sample);
    const outcome = sample.start();
    if (outcome !== pending) {
      this.#running.delete(user);
    }
    return outcome;
  }

  interrupt(user: User): void {
    this.#running.get(user)?.interrupt();
  }
}
