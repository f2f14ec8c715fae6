import { booleanProperty } from '../../jmx/plan-tree.ts';
import { toInt } from '../../languages/java/numbers.ts';
import type { ElementCompiler, Scope, User } from '../core.ts';
import { HttpCache } from '../http/http-cache.ts';

const cacheManagerKind = 'cache-manager';

interface CacheManager {
  cacheOf(user: User): HttpCache;
}

export const cacheManager: ElementCompiler = (element, context) => {
  const isByGroup = booleanProperty(element, 'CacheManager.controlledByThread');
  const isClearedAlways = booleanProperty(element, 'clearEachIteration');
  const usesExpires = booleanProperty(element, 'useExpires');
  const maxSize = context.text(element, 'maxSize', '5000');
  const key = {};
  const manager: CacheManager = {
    cacheOf: (user) => {
      const kept = user.stateOf(key, () => ({
        cache: new HttpCache(context.environment.nowMs, usesExpires, toInt(maxSize.evaluate(user))),
        iteration: user.iteration,
      }));
      const isCleared = isByGroup ? !user.isSameOnNextIteration : isClearedAlways;
      if (isCleared && kept.iteration !== user.iteration) {
        kept.cache.clear();
      }
      kept.iteration = user.iteration;
      return kept.cache;
    },
  };
  return { config: { kind: cacheManagerKind, value: manager } };
};

/** With several managers in scope, the outermost one wins. */
export function cacheOpener(scope: Scope): ((user: User) => HttpCache) | undefined {
  const manager = scope.configs(cacheManagerKind).at(-1) as CacheManager | undefined;
  return manager ? (user) => manager.cacheOf(user) : undefined;
}
