import { booleanProperty } from '../../plans/jmeter/plan-tree.ts';
import type { ElementCompiler, Scope, User } from '../core.ts';
import type { JavaUrl } from '../http/java-url.ts';
import { CookieJar as Jar } from './cookie-jar.ts';

/** The cookies of one user in one manager. */
export interface CookieJar {
  /** Empty when there are none for it. */
  headerFor(url: JavaUrl): string;
  store(setCookie: string, url: JavaUrl): void;
}

const cookieManagerKind = 'cookie-manager';

export interface CookieManager {
  jarOf(user: User): CookieJar;
}

export const cookieManager: ElementCompiler = (element, context) => {
  const isByGroup = booleanProperty(element, 'CookieManager.controlledByThreadGroup');
  const isClearedAlways = booleanProperty(element, 'CookieManager.clearEachIteration');
  const key = {};
  const manager: CookieManager = {
    jarOf: (user) => {
      const kept = user.keep(key, () => ({ jar: new Jar(context.world.nowMs), iteration: user.iteration }));
      const isCleared = isByGroup ? !user.group.isSameUserOnNextIteration : isClearedAlways;
      if (isCleared && kept.iteration !== user.iteration) {
        kept.jar.clear();
      }
      kept.iteration = user.iteration;
      return kept.jar;
    },
  };
  return { config: { kind: cookieManagerKind, value: manager } };
};

/** Of several managers around a sampler the outermost counts: JMeter lets each take the place of the one before. */
export function cookieManagerOf(scope: Scope): CookieManager | undefined {
  return scope.configs(cookieManagerKind).at(-1) as CookieManager | undefined;
}
