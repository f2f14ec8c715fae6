import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { runChild } from '../lib/child-process.ts';
import { withLock } from '../lib/file-lock.ts';
import type { Log } from '../lib/log.ts';
import { findProgram } from './find-program.ts';

/** A Maven project under toolchains/ that lays out a JVM tool in the folder given as `-Dhome`. */
export interface ToolchainProject {
  name: string;
  /** Name for messages. */
  title: string;
  version: string;
  /** The folder of its pom.xml. */
  folder: string;
  /** Steps after Maven; `recipe` is part of the hash in the folder name of the toolchain. */
  finish: { recipe: string; apply(home: string): Promise<void> };
}

export interface ToolchainContext {
  cacheDir: string;
  log: Log;
  signal: AbortSignal;
}

/** Folder of the toolchain. Its name contains a hash of all inputs, so an existing folder is never outdated. */
export async function toolchainPath(project: ToolchainProject, cacheDir: string): Promise<string> {
  const hash = createHash('sha256').update(project.finish.recipe);
  for (const file of await sourceFiles(project.folder)) {
    hash.update(`\0${relative(project.folder, file)}\0`).update(await readFile(file));
  }
  return join(cacheDir, `${project.name}-${project.version}-${hash.digest('hex').slice(0, 12)}`);
}

export async function isFilled(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Returns the folder of the toolchain, building it with Maven if needed. It is built in a temporary folder and renamed,
 * under a lock: an existing folder is complete.
 */
export async function ensureToolchain(
  project: ToolchainProject,
  context: ToolchainContext,
  onProgress: (text: string) => void,
): Promise<string> {
  const path = await toolchainPath(project, context.cacheDir);
  if (await isFilled(path)) {
    return path;
  }
  if ((await mkdir(context.cacheDir, { recursive: true })) !== undefined) {
    await chmod(context.cacheDir, 0o755);
  }
  onProgress(`${project.title} ${project.version}: waiting for the download lock`);
  return withLock(`${path}.lock`, context.signal, async () => {
    if (!(await isFilled(path))) {
      await fill(project, path, context, onProgress);
    }
    return path;
  });
}

async function fill(
  project: ToolchainProject,
  path: string,
  context: ToolchainContext,
  onProgress: (text: string) => void,
): Promise<void> {
  await removeLeftovers(path, context.cacheDir);
  const building = await mkdtemp(`${path}.building-`);
  try {
    const home = join(building, 'home');
    await mkdir(home);
    await runMaven(project, home, join(building, 'target'), context, onProgress);
    await project.finish.apply(home);
    await makeReadable(home);
    await rename(home, path);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** Removes partial builds of killed processes; requires the lock. */
async function removeLeftovers(path: string, cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    const candidate = join(cacheDir, name);
    if (candidate.startsWith(`${path}.building-`)) {
      await rm(candidate, { recursive: true, force: true });
    }
  }
}

async function runMaven(
  project: ToolchainProject,
  home: string,
  target: string,
  context: ToolchainContext,
  onProgress: (text: string) => void,
): Promise<void> {
  const maven = await findProgram('mvn');
  if (!maven) {
    throw new AppError(
      'tool_unavailable',
      `Downloading ${project.title} requires Apache Maven, which is not installed. Install it (on Debian: apt-get install maven) and try again.`,
    );
  }
  const args = [
    '-B',
    '-f',
    join(project.folder, 'pom.xml'),
    'package',
    `-Dhome=${home}`,
    `-DbuildDirectory=${target}`,
  ];
  const attempts = 2;
  for (let attempt = 1; ; attempt++) {
    onProgress(`${project.title} ${project.version}: resolving dependencies with Maven`);
    const result = await runChild(maven, args, {
      env: withoutOwnVariables(process.env),
      signal: context.signal,
      onLine: progressReader(`${project.title} ${project.version}`, onProgress),
    });
    if (result.code === 0) {
      return;
    }
    context.log.warn({ attempt, lines: result.lines.slice(-20) }, 'maven.failed');
    if (attempt === attempts) {
      throw new AppError('tool_unavailable', mavenError(project, result.lines));
    }
  }
}

function mavenError(project: ToolchainProject, lines: readonly string[]): string {
  const reason = lines.find((line) => line.startsWith('[ERROR] ') && line.length > '[ERROR] '.length);
  const why = (reason ?? lines.at(-1) ?? 'no output').replace('[ERROR] ', '').replace(/ -> \[Help.*$/, '');
  return `${project.title} ${project.version} could not be downloaded by Maven: ${why}. Check that this machine can reach the repository in your Maven settings and that a Java compiler is installed, then try again.`;
}

/** Reports the progress of Maven, at most once a second. */
function progressReader(title: string, onProgress: (text: string) => void): (line: string) => void {
  let fetched = 0;
  let reportedAtMs = 0;
  return (line) => {
    const file = /^(?:\[INFO\] )?Downloaded from .*\/([^/\s]+) \(/.exec(line)?.[1];
    if (file === undefined) {
      return;
    }
    fetched += 1;
    if (Date.now() - reportedAtMs >= 1000) {
      reportedAtMs = Date.now();
      onProgress(`${title}: ${fetched} files downloaded, last ${file}`);
    }
  };
}

/** Maven gets the environment of the user, without variables of Spate. */
function withoutOwnVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('SPATE_') && name !== 'DATABASE_URL'),
  );
}

/** Readable for executions, which run as other users, whatever the umask of this process. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      await makeReadable(path);
    } else if (entry.isFile()) {
      await chmod(path, 0o644);
    }
  }
}

async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(folder, file).startsWith('target/'))
    .sort();
}
