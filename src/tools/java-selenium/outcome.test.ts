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

it('reports nothing for a successful or requested end', () => {
  assert.deepEqual(explainEnd(good), []);
  assert.deepEqual(explainEnd({ ...good, samples: 0, wasStopped: true }), []);
  assert.deepEqual(explainEnd({ ...good, code: 137, wasKilled: true }), []);
});

it('reports exactly the problems of the runner', () => {
  const output = '{"problem":"Shop.java:3: cannot find symbol."}\nnoise\n{"problem": broken\n';
  assert.deepEqual(explainEnd({ ...good, code: exitCodes.planBroken, output }), [
    'Shop.java:3: cannot find symbol.',
  ]);
});

it('reports a lack of memory or disk, a kill, and a failed runner', () => {
  assert.match(explainEnd({ ...good, wasOutOfMemory: true }).join(), /memory limit of 1024 MB/);
  assert.match(
    explainEnd({ ...good, code: exitCodes.resultsLost, freeDiskBytes: 0 }).join(),
    /disk of the node is full/,
  );
  assert.match(explainEnd({ ...good, code: 137 }).join(), /SIGKILL/);
  assert.match(
    explainEnd({ ...good, code: undefined }).join(),
    /browser runner and its supervisor were killed/,
  );
  assert.match(explainEnd({ ...good, code: 1, output: 'Error: boom\n' }).join(), /exit code 1.*boom/);
  assert.match(explainEnd({ ...good, wasKilled: true, wasStopped: true }).join(), /killed/);
  assert.match(explainEnd({ ...good, unreadable: 2 }).join(), /2 lines/);
});
