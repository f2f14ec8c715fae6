import { dlopen } from 'node:ffi';

/** The compilers of V8 have finished most of their work by then. */
const firstAfterMs = 10_000;
const everyMs = 20_000;

/**
 * Returns the memory of loading and compiling to the system: heap garbage, if Node.js runs with --expose-gc, and
 * freed blocks. Takes about 30 ms, so it is called before the users start.
 */
export function releaseMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  releaseFreedBlocks();
}

/** Calls `releaseFreedBlocks` until the returned function is called: compilers and collectors allocate again during the run. */
export function keepReleasing(): () => void {
  let timer = setTimeout(release, firstAfterMs);
  function release(): void {
    releaseFreedBlocks();
    timer = setTimeout(release, everyMs);
  }
  return () => clearTimeout(timer);
}

/** Returns freed blocks of all threads, which glibc otherwise keeps. Takes 1 to 5 ms with 10,000 users. */
function releaseFreedBlocks(): void {
  mallocTrim()?.(0n);
}

let found: { trim: ((padBytes: bigint) => number) | undefined } | undefined;

/** Undefined if the C library has no malloc_trim. */
function mallocTrim(): ((padBytes: bigint) => number) | undefined {
  found ??= { trim: findMallocTrim() };
  return found.trim;
}

function findMallocTrim() {
  try {
    const { functions } = dlopen(null, { malloc_trim: { return: 'int32', arguments: ['uint64'] } });
    return functions.malloc_trim;
  } catch {
    return undefined;
  }
}
