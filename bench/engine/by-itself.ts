import type { Generator } from './load.ts';
import type { Program } from './program.ts';

/** A program that begins at once, ends when its time is over, and then prints how many requests it made. */
export function byItself(program: Program, count: RegExp): Generator {
  return {
    pid: program.pid,
    begin: async () => {},
    end: async () => {
      await program.ended;
    },
    async counted() {
      const output = await program.ended;
      const found = [...output.matchAll(new RegExp(count, `${count.flags.replace('g', '')}g`))].at(-1)?.[1];
      if (found === undefined) {
        throw new Error(`It did not say how many requests it made: ${output.slice(-2000)}`);
      }
      return Number(found.replaceAll(',', ''));
    },
  };
}
