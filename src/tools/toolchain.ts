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
  /** What a person calls it, for sentences. */
  title: string;
  version: string;
  /** The folder of its pom.xml. */
  folder: string;
  /** What is still to be done to the folder after Maven; part of what the toolchain's name is made from. */
  finish: { recipe: string; apply(home: string): Promise<void> };
}

export interface ToolchainContext {
  cacheDir: string;
  log: Log;
  signal: AbortSignal;
}

/** Where the toolchain is or will be. Its name changes with anything it is made from, so it never has to be updated. */
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
 * Gives the folder of the toolchain, filling it by Maven first if needed. Built in a temporary folder and renamed, under
 * a lock: whoever finds the folder finds all of it.
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
  onProgress(`${project.title} ${project.version}: waiting for its turn to be fetched`);
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
      `${project.title} is fetched by Apache Maven, which is not installed here. Install it (on Debian: apt-get install maven) and try again.`,
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
      throw new AppError('tool_unavailable', mavenSentence(project, result.lines));
    }
  }
}

function mavenSentence(project: ToolchainProject, lines: readonly string[]): string {
  const reason = lines.find((line) => line.startsWith('[ERROR] ') && line.length > '[ERROR] '.length);
  const why = (reason ?? lines.at(-1) ?? 'it said nothing')
    .replace('[ERROR] ', '')
    .replace(/ -> \[Help.*$/, '');
  return `${project.title} ${project.version} could not be fetched by Maven: ${why}. Check that this machine reaches the repository in your Maven settings, and that a Java compiler is installed, then try again.`;
}

/** Turns Maven's chatter into at most one line a second that says how far it is. */
function progressReader(title: string, onProgress: (text: string) => void): (line: string) => void {
  let fetched = 0;
  let toldAtMs = 0;
  return (line) => {
    const file = /^(?:\[INFO\] )?Downloaded from .*\/([^/\s]+) \(/.exec(line)?.[1];
    if (file === undefined) {
      return;
    }
    fetched += 1;
    if (Date.now() - toldAtMs >= 1000) {
      toldAtMs = Date.now();
      onProgress(`${title}: ${fetched} files fetched, last ${file}`);
    }
  };
}

/** Maven needs the user's own settings, but nothing of ours. */
function withoutOwnVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('SPATE_') && name !== 'DATABASE_URL'),
  );
}

/** Executions run as users of their own, whatever the umask of this process. */
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
