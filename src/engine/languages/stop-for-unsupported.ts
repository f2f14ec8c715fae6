import { StopRequest, type User } from '../core.ts';

/** Stops the test at once, because variables formed an expression that the engine does not support. */
export function stopForUnsupported(user: User, reason: string): never {
  user.runner.refuse(reason);
  throw new StopRequest('test-now', reason);
}
