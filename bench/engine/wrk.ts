import { type Generator, itemHeaders, itemPath, type Load, originOf } from './load.ts';
import { startProgram } from './program.ts';
import { selfTimedGenerator } from './self-timed-generator.ts';

/** The upper bound of one core: the same requests, without checking the responses. */
export async function prepareWrk(load: Load): Promise<Generator> {
  const headers = [...itemHeaders, ['User-Agent', 'Apache-HttpClient/4.5.14 (Java/17.0.15)']];
  const program = await startProgram(load.core, [
    ...['wrk', '-t1', `-c${load.users}`, `-d${load.seconds}s`],
    ...headers.flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    `${originOf(load)}${itemPath}`,
  ]);
  return {
    ...selfTimedGenerator(program, /^\s*(\d+) requests in /m),
    async end() {
      process.kill(program.pid, 'SIGINT');
      await program.ended;
    },
  };
}
