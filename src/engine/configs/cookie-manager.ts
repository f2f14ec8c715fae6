import {
  booleanProperty,
  isElement,
  listProperty,
  type PlanElement,
  textProperty,
} from '../../jmx/plan-tree.ts';
import { toLong } from '../../languages/java/numbers.ts';
import type { CompileContext, ElementCompiler, Scope, User } from '../core.ts';
import type { JavaUrl } from '../http/java-url.ts';
import { type CookieSpec, type DefinedCookie, CookieJar as Jar } from './cookie-jar.ts';
import { defaultCookies, rfc2109Cookies } from './old-cookies.ts';
import { standardCookies, strictCookies } from './standard-cookies.ts';

/** The cookies of one user in one manager. */
export interface CookieJar {
  /** Empty without matching cookies. */
  headerFor(url: JavaUrl): string;
  store(setCookie: string, url: JavaUrl): void;
  /** An independent copy. */
  fork(): CookieJar;
  takeAll(from: CookieJar): void;
}

/** Stores the cookies of a response. */
export function storeCookies(jar: CookieJar, responseHead: string, url: JavaUrl): void {
  for (const [, value = ''] of responseHead.matchAll(/^set-cookie:[ \t]*(.*)$/gim)) {
    jar.store(value, url);
  }
}

const cookieManagerKind = 'cookie-manager';

export interface CookieManager {
  jarOf(user: User): CookieJar;
}

export const cookieManager: ElementCompiler = (element, context) => {
  const isByGroup = booleanProperty(element, 'CookieManager.controlledByThreadGroup');
  const isClearedAlways = booleanProperty(element, 'CookieManager.clearEachIteration');
  const defined = definedCookies(element, context);
  const policy = textProperty(element, 'CookieManager.policy').toLowerCase();
  const isIgnored = policy === 'ignorecookies';
  const spec = specs[policy] ?? standardCookies;
  const key = {};
  const manager: CookieManager = {
    jarOf: (user) => {
      const kept = user.stateOf(key, () => ({
        jar: new Jar(
          context.environment.nowMs,
          defined.map((each) => each(user)),
          spec,
        ),
        iteration: user.iteration,
      }));
      const isCleared = isByGroup ? !user.isSameOnNextIteration : isClearedAlways;
      if (isCleared && kept.iteration !== user.iteration) {
        kept.jar.clear();
      }
      kept.iteration = user.iteration;
      return kept.jar;
    },
  };
  return { config: { kind: cookieManagerKind, value: isIgnored ? { jarOf: () => noJar } : manager } };
};

const specs: Record<string, CookieSpec> = {
  'standard-strict': strictCookies,
  default: defaultCookies,
  'best-match': defaultCookies,
  compatibility: defaultCookies,
  rfc2109: rfc2109Cookies,
};

const noJar: CookieJar = { headerFor: () => '', store: () => {}, fork: () => noJar, takeAll: () => {} };

/** The user's initial cookies. */
function definedCookies(element: PlanElement, context: CompileContext): ((user: User) => DefinedCookie)[] {
  return listProperty(element, 'CookieManager.cookies')
    .map((item) => item.value)
    .filter(isElement)
    .map((cookie) => {
      const name = context.compile(cookie.name);
      const value = context.text(cookie, 'Cookie.value');
      const domain = context.text(cookie, 'Cookie.domain');
      const path = context.text(cookie, 'Cookie.path');
      const fixed = {
        isSecure: booleanProperty(cookie, 'Cookie.secure'),
        isDomainGiven: booleanProperty(cookie, 'Cookie.domain_specified'),
        isPathGiven: booleanProperty(cookie, 'Cookie.path_specified'),
        version: toLong(textProperty(cookie, 'Cookie.version', '1')),
      };
      return (user) => ({
        ...fixed,
        name: name.raw,
        value: value.raw,
        domain: domain.raw,
        path: path.raw,
        now: () => ({
          ...fixed,
          name: name.evaluate(user),
          value: value.evaluate(user),
          domain: domain.evaluate(user),
          path: path.evaluate(user),
        }),
      });
    });
}

/** With several managers in scope, the outermost one wins, because JMeter overwrites each with the next. */
export function cookieManagerOf(scope: Scope): CookieManager | undefined {
  return scope.configs(cookieManagerKind).at(-1) as CookieManager | undefined;
}
