import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs `work` while holding an exclusive lock on `path`, waiting for other processes that hold it. The lock is the
 * kernel's (flock), held by a small child that ends when its pipe from us closes: a killed process holds no lock.
 */
export async function withFileLock<T>(path: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const holder = spawn('flock', ['--exclusive', path, 'sh', '-c', 'echo locked; exec cat'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => holder.once('close', () => resolve()));
  const failed = new Promise<never>((_, reject) => {
    holder.once('error', reject);
    holder.once('exit', (code) =>
      reject(new Error(`The lock ${path} could not be taken (flock ended with ${code}).`)),
    );
  });
  const release = () => {
    holder.stdin.destroy();
    // While it still waits for its turn it does not look at the pipe.
    holder.kill('SIGTERM');
  };
  signal.addEventListener('abort', release, { once: true });
  try {
    holder.stdin.on('error', () => {});
    await Promise.race([once(holder.stdout, 'data'), failed]);
    failed.catch(() => {});
    signal.throwIfAborted();
    return await work();
  } finally {
    failed.catch(() => {});
    signal.removeEventListener('abort', release);
    release();
    await ended;
  }
}
