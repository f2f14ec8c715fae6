import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exitCodes } from '../../tool-process/exit-codes.ts';
import type { ToolEnd } from '../held-tool.ts';
import { explainEnd } from './outcome.ts';

const good: ToolEnd = {
  code: 0,
  log: '',
  output: '',
  samples: 3,
  unreadable: 0,
  memoryBytes: 2 ** 30,
  freeDiskBytes: 2 ** 40,
  wasReady: true,
  wasStopped: false,
  wasKilled: false,
  wasOutOfMemory: false,
};

it('a good end needs no words, and an end that was asked for neither', () => {
  assert.deepEqual(explainEnd(good), []);
  assert.deepEqual(explainEnd({ ...good, samples: 0, wasStopped: true }), []);
  assert.deepEqual(explainEnd({ ...good, code: 137, wasKilled: true }), []);
});

it('what the runner found out is told, and nothing besides', () => {
  const output = '{"problem":"Shop.java:3: cannot find symbol."}\nnoise\n{"problem": broken\n';
  assert.deepEqual(explainEnd({ ...good, code: exitCodes.planBroken, output }), [
    'Shop.java:3: cannot find symbol.',
  ]);
});

it('lack of memory or disk, a kill from outside and a runner that broke are told', () => {
  assert.match(explainEnd({ ...good, wasOutOfMemory: true }).join(), /1024 MB of memory/);
  assert.match(
    explainEnd({ ...good, code: exitCodes.resultsLost, freeDiskBytes: 0 }).join(),
    /disk of the node is full/,
  );
  assert.match(explainEnd({ ...good, code: 137 }).join(), /SIGKILL/);
  assert.match(explainEnd({ ...good, code: undefined }).join(), /from outside/);
  assert.match(explainEnd({ ...good, code: 1, output: 'Error: boom\n' }).join(), /exit code 1.*boom/);
  assert.match(explainEnd({ ...good, wasKilled: true, wasStopped: true }).join(), /killed/);
  assert.match(explainEnd({ ...good, unreadable: 2 }).join(), /2 lines/);
});
