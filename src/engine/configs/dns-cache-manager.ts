import { booleanProperty, isElement, listProperty, type PlanElement } from '../../jmx/plan-tree.ts';
import type { CompileContext, ElementCompiler, Scope, User } from '../core.ts';
import { HostNameCache, type HostNames, type StaticHost } from '../http/host-names.ts';

const dnsCacheKind = 'dns-cache-manager';
const usedKey = Symbol('names are managed');

/** Returns the resolver of a user; `names`: the default resolver. */
export type NamesOf = (user: User, names: HostNames) => HostNames;

/** Host name cache per user, with static hosts. */
export const dnsCacheManager: ElementCompiler = (element, context) => {
  managedNames(context).areManaged = true;
  const isCleared = booleanProperty(element, 'DNSCacheManager.clearEachIteration');
  const hosts = staticHosts(element, context);
  const key = {};
  const namesOf: NamesOf = (user, names) =>
    user.stateOf(key, () => {
      let iteration = user.iteration;
      const kept = new HostNameCache(
        names,
        () => hosts.map((each) => each(user)),
        (host) => user.runner.refuse(`${element.place}: only Apache JMeter knows what to do about ${host}.`),
      );
      return {
        lookup: (...args: Parameters<HostNames['lookup']>) => {
          if (isCleared && iteration !== user.iteration) {
            kept.clear();
          }
          iteration = user.iteration;
          kept.lookup(...args);
        },
        peersOf: (host: string) => kept.peersOf(host),
      };
    });
  return { config: { kind: dnsCacheKind, value: namesOf } };
};

function staticHosts(element: PlanElement, context: CompileContext): ((user: User) => StaticHost)[] {
  return listProperty(element, 'DNSCacheManager.hosts')
    .map(({ value }) => value)
    .filter(isElement)
    .map((host) => {
      const name = context.text(host, 'StaticHost.Name');
      const address = context.text(host, 'StaticHost.Address');
      return (user) => ({ name: name.evaluate(user), addresses: address.evaluate(user).split(/\s*,\s*/) });
    });
}

/** Whether any sampler of the plan may use its own resolver. */
export const managedNames = (context: CompileContext): { areManaged: boolean } =>
  context.shared(usedKey, () => ({ areManaged: false }));

/** With several managers in scope, the outermost one wins. */
export const namesOpener = (scope: Scope): NamesOf | undefined =>
  scope.configs(dnsCacheKind).at(-1) as NamesOf | undefined;
