import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../domain/errors.ts';
import { optionNames, rowOf } from './config.ts';
import { loadConfig, sourceOf } from './load.ts';
import type { Machine } from './machine.ts';

const gib = 2 ** 30;
const machine: Machine = {
  cores: 4,
  memoryBytes: 8 * gib,
  homeDir: '/home/ada',
  isRoot: false,
  workingDir: '/srv/load',
};

test('returns the documented defaults', () => {
  const config = loadConfig({}, {}, { machine });
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.port, 8443);
  assert.equal(config.tls, true);
  assert.equal(config.dataDir, '/srv/load/.spate');
  assert.equal(config.cacheDir, '/home/ada/.cache/spate');
  assert.equal(config.ownerEmail, 'owner@localhost');
  assert.equal(config.token, null);
  assert.equal(config.databaseUrl, null);
  assert.equal(config.apdexThresholdMs, 4000);
  assert.equal(config.logLevel, 'info');
});

test('uses the system cache folder for root', () => {
  assert.equal(loadConfig({}, {}, { machine: { ...machine, isRoot: true } }).cacheDir, '/var/cache/spate');
});

test('allows one execution per 2 GiB, from 2 to 8', () => {
  const carried = (memoryBytes: number) =>
    loadConfig({}, {}, { machine: { ...machine, memoryBytes } }).localExecutions;
  assert.deepEqual([1 * gib, 7 * gib, 8 * gib, 64 * gib].map(carried), [2, 3, 4, 8]);
});

test('prefers flags over variables and variables over defaults', () => {
  const env = { SPATE_PORT: '9000', SPATE_HOST: '0.0.0.0' };
  const config = loadConfig({ port: '9001' }, env, { machine });
  assert.equal(config.port, 9001);
  assert.equal(config.host, '0.0.0.0');
  assert.deepEqual(
    (['port', 'host', 'tls'] as const).map((name) => sourceOf(name, { port: '9001' }, env)),
    ['--port', 'SPATE_HOST', 'default'],
  );
});

test('treats an empty variable as not set', () => {
  const config = loadConfig({}, { SPATE_PORT: '', DATABASE_URL: ' ' }, { machine });
  assert.equal(config.port, 8443);
  assert.equal(config.databaseUrl, null);
});

test('splits Java options at spaces, and rejects invalid ones', () => {
  const { javaOptions } = loadConfig({}, { SPATE_JAVA_OPTIONS: ' -Da=b  -XX:+UseZGC ' }, { machine });
  assert.deepEqual(javaOptions, ['-Da=b', '-XX:+UseZGC']);
  assert.deepEqual(loadConfig({}, {}, { machine }).javaOptions, []);
  assert.throws(
    () => loadConfig({}, { SPATE_JAVA_OPTIONS: '-Da=b Main' }, { machine }),
    /"Main" does not begin with "-"/,
  );
});

test('converts paths to absolute paths and expands the home folder', () => {
  const config = loadConfig({ dataDir: 'data', cacheDir: '~/cache' }, {}, { machine });
  assert.equal(config.dataDir, '/srv/load/data');
  assert.equal(config.cacheDir, '/home/ada/cache');
});

test('removes the trailing slash of an address', () => {
  assert.equal(
    loadConfig({ publicUrl: 'https://load.example.com/' }, {}, { machine }).publicUrl,
    'https://load.example.com',
  );
});

const wrongValues: [variable: string, value: string, sentence: RegExp][] = [
  ['SPATE_PORT', 'http', /SPATE_PORT must be a whole number from 0 to 65535, not "http"\./],
  ['SPATE_PORT', '70000', /SPATE_PORT must be a whole number/],
  ['SPATE_PORT', '80.5', /SPATE_PORT must be a whole number/],
  ['SPATE_PORT', '-1', /SPATE_PORT must be a whole number/],
  ['SPATE_TLS', 'maybe', /SPATE_TLS must be on or off, not "maybe"\./],
  [
    'SPATE_LOG_LEVEL',
    'loud',
    /SPATE_LOG_LEVEL must be one of debug, info, warn, error, silent, not "loud"\./,
  ],
  ['SPATE_PUBLIC_URL', 'load.example.com', /SPATE_PUBLIC_URL must be an address such as/],
  ['SPATE_OWNER_EMAIL', 'ada', /SPATE_OWNER_EMAIL must be an e-mail address/],
  ['SPATE_TLS_CERT', 'cert.pem', /SPATE_TLS_CERT and SPATE_TLS_KEY require each other/],
];
for (const [variable, value, sentence] of wrongValues) {
  test(`rejects ${variable}=${value} with a message`, () => {
    assert.throws(
      () => loadConfig({}, { [variable]: value }, { machine }),
      (error) => error instanceof AppError && error.code === 'invalid' && sentence.test(error.message),
    );
  });
}

test('names the flag of an invalid value', () => {
  assert.throws(() => loadConfig({ port: 'x' }, {}, { machine }), /--port must be a whole number/);
});

test('reports all invalid values at once', () => {
  assert.throws(
    () => loadConfig({}, { SPATE_PORT: 'x', SPATE_GIVE_UP_S: 'y' }, { machine }),
    (error) =>
      error instanceof AppError &&
      error.details.map((detail) => detail.field).join() ===
        'SPATE_GIVE_UP_S,SPATE_PORT'.split(',').reverse().join(),
  );
});

test('reads where demand grids run, and requires an image for Kubernetes', () => {
  const load = (demand: string, image = '') =>
    loadConfig({}, { SPATE_DEMAND: demand, SPATE_KUBERNETES_IMAGE: image }, { machine });
  assert.equal(load('').demand, '*=local');
  assert.equal(load('a=kubernetes:prod', 'node:1').demand, 'a=kubernetes:prod');
  assert.throws(() => load('a=kubernetes:prod'), /require SPATE_KUBERNETES_IMAGE/);
  assert.throws(() => load('a=kubernetes'), /SPATE_DEMAND must be rows such as/);
});

test('does not print secrets in messages', () => {
  assert.throws(
    () => loadConfig({}, { SPATE_TOKEN: 'a:b', DATABASE_URL: 'hunter2' }, { machine }),
    (error) => error instanceof Error && !/a:b|hunter2/.test(error.message),
  );
});

test('warns of an unknown variable and names the nearest one', () => {
  const warnings: string[] = [];
  const env = { SPATE_DATADIR: '/x', SPATE_ZZZZZZZZZZZZZZ: '1', SPATE_TEST_MISSING: '', HOME: '/' };
  loadConfig({}, env, { machine, warn: (sentence) => warnings.push(sentence) });
  assert.deepEqual(warnings, [
    'SPATE_DATADIR is not an option of Spate; did you mean SPATE_DATA_DIR?',
    'SPATE_ZZZZZZZZZZZZZZ is not an option of Spate.',
  ]);
});

/** Variables that other programs use too. */
const isStandard = /^(DATABASE_URL|OTEL_EXPORTER_OTLP_(TRACES_)?ENDPOINT)$/;

test('every row is named after its option and has a valid default', () => {
  for (const name of optionNames) {
    const row = rowOf(name);
    const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    assert.equal(row.flag, `--${kebab}`);
    if (!isStandard.test(row.variable))
      assert.equal(row.variable, `SPATE_${kebab.replaceAll('-', '_').toUpperCase()}`);
    assert.match(row.sentence, /^[A-Z].*\.$/);
    const fallback = row.fallback(machine);
    if (fallback !== null) assert.deepEqual(row.parse(String(fallback), machine), fallback);
  }
});

test('accepts a listen address and endpoints for monitoring, and rejects anything else', () => {
  const env = {
    SPATE_METRICS_LISTEN: '[::1]:9464',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/v1/traces',
  };
  const config = loadConfig({}, env, { machine });
  assert.equal(config.metricsListen, '[::1]:9464');
  assert.equal(config.otlpEndpoint, 'http://collector:4318/');
  assert.equal(config.otlpTracesEndpoint, 'https://traces.example.com/v1/traces');
  assert.throws(
    () => loadConfig({}, { SPATE_METRICS_LISTEN: '9464' }, { machine }),
    /SPATE_METRICS_LISTEN must be a host and a port such as 127\.0\.0\.1:9464 or \[::1\]:9464, not "9464"\./,
  );
  assert.throws(
    () => loadConfig({}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, { machine }),
    /OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http:\/\/127\.0\.0\.1:4318, not "collector:4317"\./,
  );
});

test('accepts several hosts of PostgreSQL, of which one accepts writes', () => {
  const url = 'postgres://spate@a:5432,b:5432/spate?target_session_attrs=read-write';
  assert.equal(loadConfig({}, { DATABASE_URL: url }, { machine }).databaseUrl, url);
  assert.throws(
    () => loadConfig({}, { DATABASE_URL: url.replace('read-write', 'standby') }, { machine }),
    /DATABASE_URL needs a server that accepts writes: target_session_attrs must be read-write/,
  );
});

test('ignores invalid variables of other programs unless their option is used', () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317', DATABASE_URL: 'mysql://db/shop' };
  const config = loadConfig({}, env, { machine, uses: ['url', 'token'] });
  assert.deepEqual([config.otlpEndpoint, config.databaseUrl], [null, null]);
  assert.throws(() => loadConfig({}, env, { machine, uses: ['databaseUrl'] }), /DATABASE_URL/);
  assert.throws(() => loadConfig({}, { SPATE_PORT: 'x' }, { machine, uses: ['url'] }), /SPATE_PORT/);
});
