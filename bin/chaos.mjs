#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { runScript } from './start.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    services: { type: 'string', default: '1' },
  },
});
for (const [name, value] of Object.entries(values)) {
  if (!/^\d+$/.test(value)) {
    console.error(`--${name} must be a whole number, not "${value}".`);
    process.exit(1);
  }
  process.env[`SPATE_CHAOS_${name.toUpperCase()}`] = value;
}
runScript('test/support/run-tests.ts', ['--full', 'test/chaos/chaos.full.test.ts'], { withDev: true });
