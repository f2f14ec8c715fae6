import { startProgram } from './program.ts';

/**
 * A core with nothing to do is one that the host of a virtual machine gives to others, and gives back late. Something that
 * yields to everything else keeps it, for all generators alike. It has to be of the same session as what is measured, or
 * the kernel would share the core between the two sessions.
 */
export async function keepAwake(cores: readonly number[]): Promise<void> {
  for (const core of cores) {
    // Ends with its parent process, however that ends.
    const spin = 'while kill -0 $PPID 2>/dev/null; do :; done';
    const { ended } = await startProgram(core, ['chrt', '--idle', '0', 'sh', '-c', spin]);
    ended.catch((error: Error) => console.log(`Core ${core} is not kept awake any more: ${error.message}`));
  }
}
