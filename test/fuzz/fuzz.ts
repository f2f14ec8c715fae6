import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { statusOfCode } from '../../src/api/error-response.ts';
import { AppError } from '../../src/domain/errors.ts';
import { isFullSuite } from '../support/suite.ts';
import { SlowInputs } from './slow-inputs.ts';
import { watchInputs } from './watch-input.ts';

/** Repeats the inputs of an earlier run. */
const seedVariable = 'SPATE_FUZZ_SEED';
const defaultProcessorMs = 50;
/** Share of the inputs, for a quick look: 10 for a tenth. */
const percent = Number(process.env.SPATE_FUZZ_PERCENT ?? 100);

/** Seed of `npm test`, whose inputs are always the same. */
const fixedSeed = 999_969_387;

/** Seed of this process: new each time in the full suite, unless the variable is set. */
export const fuzzSeed = Number(process.env[seedVariable] ?? (isFullSuite() ? randomInt(2 ** 31) : fixedSeed));

export interface FuzzTarget<Input> {
  inputs: number;
  from: fc.Arbitrary<Input>;
  /** Throws for input that violates a property; `rejected` accepts expected errors. */
  parse(input: Input): unknown;
  /** Limit of one input; default 50 ms. */
  maxProcessorMs?: number;
  /** Ends the process if an input takes longer; default 60 s. */
  endlessAfterMs?: number;
}

/** A test that parses many random inputs, each in limited processor time. A failure, or an input without an end, prints seed and input. */
export function fuzz<Input>(name: string, target: FuzzTarget<Input>): void {
  const { from, parse, maxProcessorMs = defaultProcessorMs } = target;
  const inputs = shareOf(target.inputs);
  test(`${name}: ${inputs.toLocaleString('en')} inputs`, async (t) => {
    t.diagnostic(`${seedVariable}=${fuzzSeed}`);
    const slow = new SlowInputs<Input>(maxProcessorMs);
    const watch = await watchInputs(`${seedVariable}=${fuzzSeed}, ${name}`, target.endlessAfterMs);
    const property = fc.property(from, (input) => {
      watch.next(input);
      const start = slow.start();
      parse(input);
      slow.end(start, input);
    });
    try {
      fc.assert(property, { numRuns: inputs, seed: fuzzSeed });
    } finally {
      await watch.stop();
    }
    await slow.requireNone(parse);
  });
}

/** The same for parsers that read files or streams. */
export function fuzzAsync<Input>(name: string, target: FuzzTarget<Input>): void {
  const { from, parse, maxProcessorMs = defaultProcessorMs } = target;
  const inputs = shareOf(target.inputs);
  test(`${name}: ${inputs.toLocaleString('en')} inputs`, async (t) => {
    t.diagnostic(`${seedVariable}=${fuzzSeed}`);
    const slow = new SlowInputs<Input>(maxProcessorMs);
    const watch = await watchInputs(`${seedVariable}=${fuzzSeed}, ${name}`, target.endlessAfterMs);
    const property = fc.asyncProperty(from, async (input) => {
      watch.next(input);
      const start = slow.start();
      await parse(input);
      slow.end(start, input);
    });
    try {
      await fc.assert(property, { numRuns: inputs, seed: fuzzSeed });
    } finally {
      await watch.stop();
    }
    await slow.requireNone(parse);
  });
}

/** Accepts an error that becomes a response below 500. */
export function rejected(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  const status = statusOfCode(error.code);
  if (status >= 500) throw new Error(`status ${status}: ${error.message}`, { cause: error });
}

const shareOf = (inputs: number) => Math.ceil((inputs * percent) / 100);
