import { getSystemErrorName } from 'node:util';

/** The error of a failed system call on a socket, as Node.js reports it. */
export class SocketError extends Error {
  readonly syscall: 'read' | 'write';
  readonly errno: number;
  readonly code: string;

  /** `errno`: negative. */
  constructor(syscall: 'read' | 'write', errno: number) {
    const code = getSystemErrorName(errno);
    super(`${syscall} ${code}`);
    this.syscall = syscall;
    this.errno = errno;
    this.code = code;
  }
}
