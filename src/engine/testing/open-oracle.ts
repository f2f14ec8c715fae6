import { missingVariable, oracleNeeds } from '../../../test/support/needs.ts';
import { until } from '../../../test/support/until.ts';
import { missingNeeds } from '../../cli/system/needs.ts';
import { testContext } from '../../tools/execution.fixture.ts';
import { jmeterProject } from '../../tools/jmeter/project.ts';
import { ensureToolchain } from '../../tools/toolchain.ts';
import { Oracle } from './oracle.ts';

const installLimitMs = 200_000;
const lookEveryMs = 2000;

/** Starts Apache JMeter from the toolchain cache, which it fills if needed. */
export async function openOracle(jars: readonly string[]): Promise<Oracle> {
  // Until the variable is set, `npm test` may be installing them: cases with recordings did not wait for that.
  if (process.env[missingVariable] === undefined)
    await until(
      'Java and Maven are installed; a case without a recording needs them',
      () => missingNeeds(oracleNeeds).length === 0,
      installLimitMs,
      lookEveryMs,
    );
  const context = testContext();
  const home = await ensureToolchain(jmeterProject, context, () => {});
  return Oracle.start(home, context.cacheDir, jars);
}
