import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSetupLock } from './setup-lock.mjs';

/** The sources use features of this version. Also the version of the packages `node-<platform>-<architecture>`. */
const neededNode = '26.10.0';

/** The Node.js that runs our programs: this one if it is new enough, otherwise that of the package for this platform. */
export function findNode(root) {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const path = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  return existsSync(path) ? path : undefined;
}

/** As findNode, or the reason why there is none. */
export function requireNode(root) {
  const node = findNode(root);
  if (node !== undefined) return node;
  throw expected(
    `Spate requires Node.js ${neededNode} or newer, this is ${process.versions.node}, and npm installed no newer one for ${process.platform}-${process.arch} (optional packages may be disabled). Install it from https://nodejs.org, then try again.`,
  );
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [neededMajor, neededMinor] = neededNode.split('.').map(Number);
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}

/** Installs the packages of package-lock.json if needed. Reads two small files if not. */
export async function setUp(root, { withDev }) {
  if (isStamped(root, withDev)) return;
  if (!isInstalled(root, withDev)) {
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    await withSetupLock(join(root, 'node_modules', '.spate-setup.lock'), say, async () => {
      if (!isInstalled(root, withDev)) await install(root, withDev);
    });
  }
  stamp(root, withDev);
}

function isStamped(root, withDev) {
  const text = readOr(stampPath(root), '');
  const [hash, extent] = text.trim().split(' ');
  return hash === wantedHash(root) && (extent === 'all' || !withDev) && findNode(root) !== undefined;
}

function stamp(root, withDev) {
  const extent = withDev || isInstalled(root, true) ? 'all' : 'production';
  try {
    writeFileSync(stampPath(root), `${wantedHash(root)} ${extent}\n`);
  } catch {
    // A read-only node_modules of another user: complete, but checked again at each start.
  }
}

function stampPath(root) {
  return join(root, 'node_modules', '.spate-setup');
}

function wantedHash(root) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return createHash('sha256').update(`${process.platform} ${process.arch}\n`).update(lock).digest('hex');
}

/** Compares the lock with npm's list of installed packages, so that manual installations count, too. */
function isInstalled(root, withDev) {
  if (findNode(root) === undefined) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const there = readPackages(join(root, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).every(([path, entry]) => {
    const isNeeded = path !== '' && !entry.optional && !entry.devOptional && (withDev || !entry.dev);
    return !isNeeded || (there[path]?.version === entry.version && existsSync(join(root, path)));
  });
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

async function install(root, withDev) {
  say('Installing packages. The first time takes about a minute.');
  const startedAt = Date.now();
  const ticker = setInterval(() => say(`… still installing, ${seconds(startedAt)}`), 15_000);
  // `npm ci` requires the packages of all platforms in package-lock.json, which a mirror may not have.
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...(withDev ? ['--include=dev'] : []),
  ];
  try {
    const code = await runNpm(root, args);
    if (code !== 0)
      throw expected(
        `npm ${args.join(' ')} failed (${code}), see the output above. Fix the cause and try again.`,
      );
  } finally {
    clearInterval(ticker);
  }
  requireNode(root);
  say(`Packages installed in ${seconds(startedAt)}.`);
}

function runNpm(root, args) {
  const byPath = process.env.npm_execpath ?? '';
  // Inside an npm script this is the npm that started it, which may not be on the PATH.
  const [command, ...first] = /npm-cli\.c?js$/.test(byPath) ? [process.execPath, byPath] : ['npm'];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      // Standard output belongs to the command.
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32' && command === 'npm',
    });
    child.once('error', (error) =>
      reject(expected(`npm could not be started (${error.message}). Install npm, then try again.`)),
    );
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
}

function readOr(path, fallback) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
}

function seconds(startedAt) {
  return `${Math.round((Date.now() - startedAt) / 1000)} s`;
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

function expected(message) {
  return Object.assign(new Error(message), { isExpected: true });
}
