import { startProgram } from './program.ts';

/**
 * A core with nothing to do is one that the host of a virtual machine gives to others, and gives back late. Something that
 * yields to everything else keeps it, for all generators alike. It has to be of the same session as what is measured, or
 * the kernel would share the core between the two sessions.
 */
export async function keepAwake(cores: readonly number[]): Promise<void> {
  for (const core of cores) {
    await startProgram(core, ['chrt', '--idle', '0', 'sh', '-c', 'while :; do :; done']);
  }
}
