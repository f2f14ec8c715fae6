import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../domain/errors.ts';
import { runChild } from '../../lib/child-process.ts';
import { exists } from '../../lib/exists.ts';
import { withLock } from '../../lib/file-lock.ts';
import { findProgram } from '../find-program.ts';
import type { ToolContext } from '../tool.ts';

const version = '0.37.1';

/** Compiles in one or two minutes instead of fifteen; the driver only forwards messages, so its speed hardly matters. */
const quickProfile = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: '0',
  CARGO_PROFILE_RELEASE_DEBUG: '0',
  CARGO_PROFILE_RELEASE_LTO: 'off',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
  CARGO_PROFILE_RELEASE_STRIP: 'true',
};

/** geckodriver on the PATH, else the one built by us. */
export async function findGeckodriver(cacheDir: string): Promise<string | undefined> {
  const built = builtPath(cacheDir);
  return (await findProgram('geckodriver')) ?? ((await exists(built)) ? built : undefined);
}

export function findCargo(): Promise<string | undefined> {
  const home = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
  return findProgram('cargo', `${process.env.PATH ?? ''}:${join(home, 'bin')}`);
}

/** Returns geckodriver, building it if missing. Installed atomically. */
export async function ensureGeckodriver(
  context: ToolContext,
  onProgress: (text: string) => void,
): Promise<string> {
  const found = await findGeckodriver(context.cacheDir);
  if (found !== undefined) {
    return found;
  }
  const cargo = await findCargo();
  if (cargo === undefined) {
    throw new AppError('tool_unavailable', geckodriverMissing);
  }
  const path = builtPath(context.cacheDir);
  if ((await mkdir(context.cacheDir, { recursive: true })) !== undefined) {
    await chmod(context.cacheDir, 0o755);
  }
  onProgress(`geckodriver ${version}: waiting for the build lock`);
  await withLock(`${folderFor(context.cacheDir)}.lock`, context.signal, async () => {
    if (!(await exists(path))) {
      await build(cargo, context, onProgress);
    }
  });
  return path;
}

/** Installation hint for a node without geckodriver and cargo. */
export const geckodriverMissing =
  'geckodriver is not installed, and cannot be built without cargo. Put geckodriver on the PATH, or install Rust (on Debian: apt-get install cargo gcc).';

const folderFor = (cacheDir: string) => join(cacheDir, `geckodriver-${version}`);
const builtPath = (cacheDir: string) => join(folderFor(cacheDir), 'geckodriver');

async function build(cargo: string, context: ToolContext, onProgress: (text: string) => void): Promise<void> {
  const folder = folderFor(context.cacheDir);
  for (const name of await readdir(context.cacheDir)) {
    const leftover = join(context.cacheDir, name);
    if (leftover.startsWith(`${folder}.building-`)) {
      await rm(leftover, { recursive: true, force: true });
    }
  }
  const building = await mkdtemp(`${folder}.building-`);
  try {
    const root = join(building, 'root');
    let compiled = 0;
    let toldAtMs = 0;
    onProgress(`geckodriver ${version}: cargo is downloading dependencies`);
    const result = await runChild(
      cargo,
      ['install', 'geckodriver', '--version', version, '--locked', '--root', root],
      {
        env: { ...ownEnvironment(), ...quickProfile, CARGO_TARGET_DIR: join(building, 'target') },
        signal: context.signal,
        onLine: (line) => {
          compiled += /^\s*Compiling /.test(line) ? 1 : 0;
          if (compiled > 0 && Date.now() - toldAtMs >= 1000) {
            toldAtMs = Date.now();
            onProgress(`geckodriver ${version}: ${compiled} crates compiled`);
          }
        },
      },
    );
    if (result.code !== 0) {
      context.log.warn({ lines: result.lines.slice(-20) }, 'cargo.failed');
      const why = result.lines.filter((line) => line.trim() !== '').at(-1) ?? 'no output';
      throw new AppError(
        'tool_unavailable',
        `geckodriver ${version} could not be built by cargo: ${why.trim()}. Put geckodriver on the PATH, or check that this machine can reach the registry in your cargo settings and that a C compiler is installed.`,
      );
    }
    const done = join(building, 'done');
    await mkdir(done);
    await copyFile(join(root, 'bin', 'geckodriver'), join(done, 'geckodriver'));
    await chmod(join(done, 'geckodriver'), 0o755);
    await chmod(done, 0o755);
    await rename(done, folder);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** Cargo gets the environment of the user, without variables of Spate. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('SPATE_') && name !== 'DATABASE_URL'),
  );
}
