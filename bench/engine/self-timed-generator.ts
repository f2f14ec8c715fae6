import type { Generator } from './load.ts';
import type { Program } from './program.ts';

/** A program that starts at once, ends after its duration, and then prints its number of requests. */
export function selfTimedGenerator(program: Program, count: RegExp): Generator {
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
        throw new Error(`The output of the generator has no number of requests: ${output.slice(-2000)}`);
      }
      return Number(found.replaceAll(',', ''));
    },
  };
}
