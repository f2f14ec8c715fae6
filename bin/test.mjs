#!/usr/bin/env node
import { runScript } from './start.mjs';

runScript('test/support/run-tests.ts', process.argv.slice(2), { withDev: true });
