import { after, before } from 'node:test';
import { startTarget, steadyPages, type Target } from '../../src/lib/demo-target.ts';
import { type ServiceOptions, startService, type TestService } from './service.ts';

/** A service and a target for all tests of a file. */
export interface Stage {
  readonly service: TestService;
  readonly target: Target;
  /** Number of requests that the target received under this path. */
  requestsTo(path: string): number;
}

/** Starts service and target unless the tests of the file are skipped. */
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
    if (part === undefined) throw new Error('The service and the target exist only while tests run.');
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
