import type { ChildProcess } from 'node:child_process';

/** Kills the child when this process ends. */
export function ownChild<T extends ChildProcess>(child: T, signal: NodeJS.Signals = 'SIGKILL'): T {
  const kill = () => child.kill(signal);
  process.prependOnceListener('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}
