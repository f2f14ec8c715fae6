import { after, before } from 'node:test';
import { startTarget, steadyPages, type Target } from '../../src/cli/demo/target.ts';
import { type ServiceOptions, startService, type TestService } from './service.ts';

/** A service and a target for all tests of a file, there from before the first to after the last. */
export interface Stage {
  readonly service: TestService;
  readonly target: Target;
  /** How many requests the target itself counted under this path. */
  requestsTo(path: string): number;
}

/** Sets the stage unless the tests of the file are skipped. */
export function useStage(
  skip: string | false,
  environment: Record<string, string> = {},
  options: ServiceOptions = {},
): Stage {
  let service: TestService | undefined;
  let target: Target | undefined;
  before(async () => {
    if (skip) return;
    target = await startTarget(steadyPages);
    service = await startService(environment, options);
  });
  after(async () => {
    await service?.close();
    await target?.stop();
  });
  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The service and the target are there only while tests run.');
    return part;
  };
  return {
    get service() {
      return there(service);
    },
    get target() {
      return there(target);
    },
    requestsTo: (path) => there(target).counts()[path]?.requests ?? 0,
  };
}
