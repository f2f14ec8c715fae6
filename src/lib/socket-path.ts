// sun_path has 108 bytes on Linux and 104 elsewhere, including the terminating zero.
const maxPathBytes = process.platform === 'linux' ? 107 : 103;

/** Whether a path is short enough for a Unix socket. */
export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= maxPathBytes;
}
