import type { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Gives each virtual user its own environment: `process.env` resolves to that of the current user. Outside of users, it
 * is the environment of the process.
 */
export function separateEnvironments(current: AsyncLocalStorage<{ environment: NodeJS.ProcessEnv }>): void {
  const own = process.env;
  const present = () => current.getStore()?.environment ?? own;
  process.env = new Proxy(own, {
    get: (_, name) => Reflect.get(present(), name),
    set: (_, name, value) => Reflect.set(present(), name, String(value)),
    has: (_, name) => Reflect.has(present(), name),
    deleteProperty: (_, name) => Reflect.deleteProperty(present(), name),
    ownKeys: () => Reflect.ownKeys(present()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(present(), name),
    defineProperty: (_, name, descriptor) => Reflect.defineProperty(present(), name, descriptor),
  });
}
