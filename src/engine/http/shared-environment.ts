import type { CompileContext, User } from '../core.ts';
import { connectionsKey } from './connections-key.ts';
import { createHttpEnvironment, type HttpEnvironment } from './http-environment.ts';

/** The environment of all connections of a worker; created by the first sample, because it needs the runner's wheel. */
export function sharedEnvironment(context: CompileContext): (user: User) => HttpEnvironment {
  const shared = context.shared(connectionsKey, () => ({
    environment: undefined as HttpEnvironment | undefined,
  }));
  return (user) => {
    shared.environment ??= createHttpEnvironment(user.runner.wheel, context.environment.nowMs);
    return shared.environment;
  };
}
