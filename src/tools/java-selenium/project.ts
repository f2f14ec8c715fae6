import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFile } from '../../lib/package-files.ts';
import type { SeleniumLine } from '../../plans/java-selenium/java-source.ts';
import type { ToolchainProject } from '../toolchain.ts';

/** The newer of two supported major versions; the sources determine which one is used. */
export const seleniumVersion = '4.49.0';

/** Both versions of Selenium, JUnit, TestNG and our Java code, from toolchains/selenium. */
export const seleniumProject: ToolchainProject = {
  name: 'selenium',
  title: 'Selenium',
  version: seleniumVersion,
  folder: packageFile('toolchains/selenium'),
  finish: { recipe: 'as Maven leaves it', apply: async () => {} },
};

/** Our jar; first on the class path, so that uploads cannot replace its classes. */
export const ownJar = 'spate-selenium.jar';

/** Libraries of one Selenium version, in the toolchain at `home`, mounted at `seenAt`. */
export async function seleniumJars(home: string, seenAt: string, line: SeleniumLine): Promise<string[]> {
  const jars: string[] = [];
  for (const folder of [`selenium${line}`, 'common']) {
    const names = (await readdir(join(home, folder))).filter((name) => name.endsWith('.jar')).sort();
    jars.push(...names.map((name) => join(seenAt, folder, name)));
  }
  return jars;
}
