import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SeleniumLine } from '../../plans/java-selenium/java-source.ts';
import type { ToolchainProject } from '../toolchain.ts';

/** The newer of the two lines; what a source means decides which one it gets. */
export const seleniumVersion = '4.49.0';

/** Both lines of Selenium, JUnit, TestNG and our own Java pieces, as toolchains/selenium lays them out. */
export const seleniumProject: ToolchainProject = {
  name: 'selenium',
  title: 'Selenium',
  version: seleniumVersion,
  folder: fileURLToPath(new URL('../../../toolchains/selenium', import.meta.url)),
  finish: { recipe: 'as Maven leaves it', apply: async () => {} },
};

/** Our own piece; it comes first, so that nothing uploaded takes its place. */
export const ownJar = 'spate-selenium.jar';

/** The libraries for one line, in the toolchain at `home`, as seen at `seenAt`. */
export async function seleniumJars(home: string, seenAt: string, line: SeleniumLine): Promise<string[]> {
  const jars: string[] = [];
  for (const folder of [`selenium${line}`, 'common']) {
    const names = (await readdir(join(home, folder))).filter((name) => name.endsWith('.jar')).sort();
    jars.push(...names.map((name) => join(seenAt, folder, name)));
  }
  return jars;
}
