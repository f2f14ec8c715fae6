import { getSystemErrorName } from 'node:util';

/** The error of a failed write, as sockets of Node.js report it. */
export class WriteError extends Error {
  readonly syscall = 'write';
  readonly errno: number;
  readonly code: string;

  /** `errno` is negative. */
  constructor(errno: number) {
    const code = getSystemErrorName(errno);
    super(`write ${code}`);
    this.errno = errno;
    this.code = code;
  }
}
