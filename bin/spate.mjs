#!/usr/bin/env node
// Must be valid for very old versions of Node.js, so that they report the required version.
import { runScript } from './start.mjs';

runScript('src/main.ts', process.argv.slice(2), { withDev: false });
