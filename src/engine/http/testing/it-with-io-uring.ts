import { it } from 'node:test';
import { notTested } from '../../../../test/support/not-tested.ts';
import { whereAvailable } from '../io-uring.ts';

type Test = (name: string, work: () => Promise<void>) => void;

/** `it`, or where kernel or container do not offer io_uring, a line that names `what` as not tested. `create` uses io_uring. */
export function itWithIoUring(what: string, create: () => unknown): Test {
  if (whereAvailable(create) !== undefined) {
    return (name, work) => void it(name, work);
  }
  notTested(what, 'Kernel or container do not offer io_uring.');
  return () => {};
}
