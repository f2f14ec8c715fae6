#!/usr/bin/env node
// Written so that even a very old Node.js can read it and say what is wrong.
import { runScript } from './start.mjs';

runScript('src/main.ts', process.argv.slice(2), { withDev: false });
