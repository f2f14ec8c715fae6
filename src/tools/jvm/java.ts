import { join } from 'node:path';
import { AppError } from '../../domain/errors.ts';
import { runChild } from '../../lib/child-process.ts';
import { findProgram } from '../find-program.ts';

export interface Java {
  /** The resolved program, not a link that may change. */
  path: string;
  home: string;
  /** Major version, such as 17. */
  feature: number;
  /** Identifies the build. */
  version: string;
}

/** Java of JAVA_HOME, else of the PATH; undefined when neither runs. */
async function findJava(): Promise<Java | undefined> {
  const home = process.env.JAVA_HOME;
  const program =
    (home ? await findProgram('java', join(home, 'bin')) : undefined) ?? (await findProgram('java'));
  if (!program) {
    return undefined;
  }
  const { lines, code } = await runChild(program, ['-XshowSettings:properties', '-version'], {
    timeoutMs: 20_000,
  });
  const setting = (name: string) =>
    lines
      .find((line) => line.trim().startsWith(`${name} = `))
      ?.split(' = ')[1]
      ?.trim();
  const realHome = setting('java.home');
  if (code !== 0 || realHome === undefined) {
    return undefined;
  }
  return {
    path: join(realHome, 'bin', 'java'),
    home: realHome,
    feature: Number.parseInt(setting('java.specification.version')?.replace(/^1\./, '') ?? '0', 10),
    version: setting('java.vm.version') ?? setting('java.version') ?? 'unknown',
  };
}

/** Finds Java and caches the result; searches again while it is missing, because it may be installed later. */
export class JavaFinder {
  #found: Promise<Java | undefined> | undefined;

  async find(): Promise<Java | undefined> {
    this.#found ??= findJava();
    const java = await this.#found;
    if (!java) {
      this.#found = undefined;
    }
    return java;
  }

  /** Throws with an installation hint. */
  async require(title: string, oldest: number): Promise<Java> {
    const java = await this.find();
    if (!java || java.feature < oldest) {
      throw new AppError(
        'tool_unavailable',
        `${title} requires Java ${oldest} or newer, which is not installed on this node (on Debian: apt-get install openjdk-17-jdk-headless).`,
      );
    }
    return java;
  }
}
