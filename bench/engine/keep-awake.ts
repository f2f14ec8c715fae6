import { startProgram } from './program.ts';

/**
 * Keeps cores busy with a process of the lowest priority: the host of a virtual machine gives idle cores to others, and
 * returns them late. The process must be in the session of the measured ones, or the kernel would share the core between
 * the two sessions.
 */
export async function keepAwake(cores: readonly number[]): Promise<void> {
  for (const core of cores) {
    // Exits with its parent process, however that exits.
    const spin = 'while kill -0 $PPID 2>/dev/null; do :; done';
    const { ended } = await startProgram(core, ['chrt', '--idle', '0', 'sh', '-c', spin]);
    ended.catch((error: Error) =>
      console.log(`The process that keeps core ${core} busy has ended: ${error.message}`),
    );
  }
}
