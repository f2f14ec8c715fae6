import type { Oracle } from './oracle.ts';

/** Apache JMeter from the toolchain cache, started when the first case needs it. */
export class LazyOracle {
  #oracle: Promise<Oracle> | undefined;

  /** The `jars` of the first call are added to the class path. */
  get(jars: readonly string[] = []): Promise<Oracle> {
    this.#oracle ??= open(jars);
    return this.#oracle;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const oracle = await this.#oracle?.catch(() => undefined);
    await oracle?.[Symbol.asyncDispose]();
  }
}

/** Loaded on demand, so that tests with recordings do not wait for Java, Maven and JMeter on a new machine. */
async function open(jars: readonly string[]): Promise<Oracle> {
  const { openOracle } = await import('./open-oracle.ts');
  return openOracle(jars);
}
