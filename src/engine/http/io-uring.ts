import { dlopen, getRawPointer, toArrayBuffer } from 'node:ffi';
import { constants } from 'node:os';

/** System call numbers, the same on all architectures. */
const setupCall = 425;
const enterCall = 426;
/** IORING_SETUP_SUBMIT_ALL: a failed entry does not hold back the following ones. */
const submitAll = 1 << 7;
/** IORING_FEAT_SINGLE_MMAP: both rings are in one mapping. */
const singleMapping = 1;
/** IORING_OP_SEND. */
const sendOperation = 26;
/** MSG_DONTWAIT | MSG_NOSIGNAL: completes within the system call, with EAGAIN if the buffer of the socket is full. */
const sendFlags = 0x40 | 0x4000;
/** IORING_OP_RECV. */
const receiveOperation = 27;
/** MSG_DONTWAIT: completes within the system call, with EAGAIN if nothing has arrived. */
const receiveFlags = 0x40;
/** IORING_OFF_SQES. */
const submissionsOffset = 0x1000_0000n;
/** PROT_READ | PROT_WRITE. */
const protection = 3;
/** MAP_SHARED | MAP_POPULATE. */
const mapFlags = 0x8001;
const failedMap = 0xffff_ffff_ffff_ffffn;

const highUnit = 2 ** 32;

const wordBytes = Int32Array.BYTES_PER_ELEMENT;
const parameterBytes = 120;
const submissionBytes = 64;
const completionBytes = 16;
const submissionWords = submissionBytes / wordBytes;
const completionWords = completionBytes / wordBytes;

/** Positions in the mapping of the rings, in words. */
interface RingLayout {
  readonly submissionHead: number;
  readonly submissionTail: number;
  readonly submissionMask: number;
  readonly completionHead: number;
  readonly completionTail: number;
  readonly completionMask: number;
  readonly completions: number;
}

/**
 * Linux io_uring: several sends or receives by one system call. All of them complete within the call, so kernel and
 * engine never use the rings at the same time.
 */
export class IoUring {
  readonly #library = load();
  readonly #enter = this.#library.enter;
  readonly #fd: number;
  readonly #ring: Int32Array;
  readonly #submissions: Int32Array;
  readonly #layout: RingLayout;
  /** Number of entries that are prepared but not submitted. */
  #prepared = 0;

  /** `entries`: limit per call, a power of two. Throws where kernel or sandbox do not offer io_uring. */
  constructor(entries: number) {
    const parameters = Buffer.alloc(parameterBytes);
    parameters.writeUInt32LE(submitAll, 8);
    this.#fd = this.#library.setup(setupCall, entries, getRawPointer(parameters));
    const read = (offset: number) => parameters.readUInt32LE(offset);
    if (this.#fd < 0 || (read(20) & singleMapping) === 0) {
      throw new Error('io_uring is not available');
    }
    const [submissionCount, completionCount] = [read(0), read(4)];
    const [indexOffset, completionsOffset] = [read(64), read(100)];
    this.#ring = this.#map(
      Math.max(
        indexOffset + submissionCount * wordBytes,
        completionsOffset + completionCount * completionBytes,
      ),
      0n,
    );
    this.#submissions = this.#map(submissionCount * submissionBytes, submissionsOffset);
    this.#layout = {
      submissionHead: read(40) / wordBytes,
      submissionTail: read(44) / wordBytes,
      submissionMask: submissionCount - 1,
      completionHead: read(80) / wordBytes,
      completionTail: read(84) / wordBytes,
      completionMask: completionCount - 1,
      completions: completionsOffset / wordBytes,
    };
    for (let entry = 0; entry < submissionCount; entry++) {
      this.#ring[indexOffset / wordBytes + entry] = entry;
    }
  }

  #map(bytes: number, offset: bigint): Int32Array {
    const address = this.#library.mmap(0n, BigInt(bytes), protection, mapFlags, this.#fd, offset);
    if (address === failedMap) {
      throw new Error('io_uring is not available: its rings cannot be mapped');
    }
    return new Int32Array(toArrayBuffer(address, bytes, false));
  }

  /** Adds a send. `low`, `high`: the halves of the address of the bytes, which must not change until `submit`. */
  prepareSend(fd: number, low: number, high: number, bytes: number): void {
    this.#prepare(sendOperation, sendFlags, fd, low, high, bytes);
  }

  /** Adds a receive of at most `bytes`. */
  prepareReceive(fd: number, low: number, high: number, bytes: number): void {
    this.#prepare(receiveOperation, receiveFlags, fd, low, high, bytes);
  }

  #prepare(operation: number, flags: number, fd: number, low: number, high: number, bytes: number): void {
    const { submissionTail, submissionMask } = this.#layout;
    const submissions = this.#submissions;
    const entry = ((this.#ring[submissionTail] as number) + this.#prepared) & submissionMask;
    const at = entry * submissionWords;
    submissions[at] = operation;
    submissions[at + 1] = fd;
    submissions[at + 4] = low;
    submissions[at + 5] = high;
    submissions[at + 6] = bytes;
    submissions[at + 7] = flags;
    submissions[at + 8] = this.#prepared;
    this.#prepared += 1;
  }

  /** Submits the entries. `results` receives the number of bytes or the negative error number of each, in order. */
  submit(results: Int32Array): void {
    const count = this.#prepared;
    this.#prepared = 0;
    const { submissionHead, submissionTail } = this.#layout;
    const ring = this.#ring;
    ring[submissionTail] = ((ring[submissionTail] as number) + count) | 0;
    const taken = this.#enter(enterCall, this.#fd, count, 0, 0, 0, 0);
    if (taken !== count) {
      // The kernel ran out of memory: the other entries were not tried.
      results.fill(-constants.errno.EAGAIN, Math.max(taken, 0), count);
      ring[submissionTail] = ring[submissionHead] as number;
    }
    this.#complete(results);
  }

  #complete(results: Int32Array): void {
    const { completionHead, completionTail, completionMask, completions } = this.#layout;
    const ring = this.#ring;
    const tail = ring[completionTail] as number;
    for (let head = ring[completionHead] as number; head !== tail; head = (head + 1) | 0) {
      const at = completions + (head & completionMask) * completionWords;
      results[ring[at] as number] = ring[at + 2] as number;
    }
    ring[completionHead] = tail;
  }
}

/** The two 32-bit halves of an address, as `prepareSend` and `prepareReceive` take it. */
export function halvesOf(address: number): { low: number; high: number } {
  return { low: (address % highUnit) | 0, high: Math.floor(address / highUnit) };
}

/** Result of `create`, or undefined when it throws: where io_uring or OpenSSL cannot be used. */
export function whereAvailable<T>(create: () => T): T | undefined {
  try {
    return create();
  } catch {
    return undefined;
  }
}

function load() {
  const int = 'int32';
  const { functions } = dlopen(null, {
    // Integers only: converting a pointer takes longer than the call.
    syscall: { return: int, arguments: [int, int, int, int, int, int, int] },
    mmap: { return: 'uint64', arguments: ['uint64', 'uint64', int, int, int, 'int64'] },
  });
  const { functions: withPointer } = dlopen(null, {
    syscall: { return: int, arguments: [int, int, 'pointer'] },
  });
  return { enter: functions.syscall, mmap: functions.mmap, setup: withPointer.syscall };
}
