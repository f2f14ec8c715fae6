#!/usr/bin/env node
import { runScript } from './start.mjs';

runScript('packaging/build.ts', process.argv.slice(2), { withDev: true });
