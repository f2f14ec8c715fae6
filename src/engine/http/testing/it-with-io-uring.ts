import { it } from 'node:test';
import { machineLimits } from '../../../../test/support/machine-limits.ts';
import { whereAvailable } from '../io-uring.ts';

type Test = (name: string, work: () => Promise<void>) => void;

/** `it`, skipped where kernel or container do not offer io_uring, which `create` uses. */
export function itWithIoUring(create: () => unknown): Test {
  const skip = whereAvailable(create) === undefined && machineLimits.ioUring;
  return (name, work) => void it(name, { skip }, work);
}
