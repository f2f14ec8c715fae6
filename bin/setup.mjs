import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSetupLock } from './setup-lock.mjs';

/** The Node.js that the package `node` brings, whatever the machine has. */
export function ownNodePath(root) {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** Installs the packages of package-lock.json unless they are there. Costs two small reads when they are. */
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
  return hash === wantedHash(root) && (extent === 'all' || !withDev) && isOwnNodeThere(root);
}

function stamp(root, withDev) {
  const extent = withDev || isInstalled(root, true) ? 'all' : 'production';
  try {
    writeFileSync(stampPath(root), `${wantedHash(root)} ${extent}\n`);
  } catch {
    // Somebody else's node_modules that we may only read: it is complete, only slower to find out.
  }
}

function stampPath(root) {
  return join(root, 'node_modules', '.spate-setup');
}

function wantedHash(root) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return createHash('sha256').update(`${process.platform} ${process.arch}\n`).update(lock).digest('hex');
}

/** Compares the lock with npm's own list of what lies in node_modules, so that an install by hand counts too. */
function isInstalled(root, withDev) {
  if (!isOwnNodeThere(root)) return false;
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

function isOwnNodeThere(root) {
  try {
    // An install whose scripts did not run leaves a tiny file or none here.
    return statSync(ownNodePath(root)).size > 1_000_000;
  } catch {
    return false;
  }
}

async function install(root, withDev) {
  say('Setting up: installing packages. The first time takes about a minute.');
  const startedAt = Date.now();
  const ticker = setInterval(() => say(`… still installing, ${seconds(startedAt)}`), 15_000);
  // `npm ci` wants the packages of every platform to be in the registry; a mirror may not have them all.
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
        `npm ${args.join(' ')} failed (${code}); what it said stands above. Mend that and try again.`,
      );
  } finally {
    clearInterval(ticker);
  }
  if (!isOwnNodeThere(root)) {
    throw expected(
      `npm ran, but ${ownNodePath(root)} is not there. Its install script may be switched off: try "npm install --no-save --ignore-scripts=false" in ${root}.`,
    );
  }
  say(`Packages are in, ${seconds(startedAt)}.`);
}

function runNpm(root, args) {
  const byPath = process.env.npm_execpath ?? '';
  // Inside an npm script this is the npm that started us; it may not be on the path.
  const [command, ...first] = /npm-cli\.c?js$/.test(byPath) ? [process.execPath, byPath] : ['npm'];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      // Standard output belongs to the command that was asked for.
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
