import { testContext } from '../../tools/execution.fixture.ts';
import { scriptJvmArguments } from '../../tools/jmeter/java-options.ts';
import { classPath, jmeterProject } from '../../tools/jmeter/project.ts';
import { ensureToolchain } from '../../tools/toolchain.ts';

/**
 * Command of the JVM for scripts, with the cached toolchain. The default options make it start fast and compile less.
 */
export async function scriptJvmCommand(
  machineOptions: readonly string[] = ['-XX:TieredStopAtLevel=1', '-Xshare:auto'],
  jars: readonly string[] = [],
): Promise<string[]> {
  const context = testContext();
  const home = await ensureToolchain(jmeterProject, context, () => {});
  const args = scriptJvmArguments({
    heapMb: 128,
    machineOptions,
    systemProperties: new Map([
      ['java.awt.headless', 'true'],
      ['file.encoding', 'UTF-8'],
      ['user.timezone', 'UTC'],
    ]),
    classPath: [...(await classPath(home, home)), ...jars],
    home,
  });
  return ['java', ...args];
}
