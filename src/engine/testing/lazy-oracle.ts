import { testContext } from '../../tools/execution.fixture.ts';
import { jmeterProject } from '../../tools/jmeter/project.ts';
import { ensureToolchain } from '../../tools/toolchain.ts';
import { Oracle } from './oracle.ts';

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

async function open(jars: readonly string[]): Promise<Oracle> {
  const context = testContext();
  const home = await ensureToolchain(jmeterProject, context, () => {});
  return Oracle.start(home, context.cacheDir, jars);
}
