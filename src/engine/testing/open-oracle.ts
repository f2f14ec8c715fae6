import { testContext } from '../../tools/execution.fixture.ts';
import { jmeterProject } from '../../tools/jmeter/project.ts';
import { ensureToolchain } from '../../tools/toolchain.ts';
import { Oracle } from './oracle.ts';

/** Apache JMeter from the same cache as in earnest, because filling it takes minutes. */
export async function openOracle(): Promise<Oracle> {
  const context = testContext();
  const home = await ensureToolchain(jmeterProject, context, () => {});
  return Oracle.start(home, context.cacheDir);
}
