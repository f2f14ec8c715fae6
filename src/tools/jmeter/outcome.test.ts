import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ToolEnd } from '../held-tool.ts';
import { signalOf } from '../signals.ts';
import { engineWarnings, explainEngineEnd } from './engine-outcome.ts';
import { explainEnd } from './outcome.ts';

const end = (differences: Partial<ToolEnd>): ToolEnd => ({
  code: 0,
  log: '',
  output: '',
  samples: 10,
  unreadable: 0,
  memoryBytes: 2 ** 30,
  freeDiskBytes: 2 ** 40,
  wasReady: true,
  wasStopped: false,
  wasKilled: false,
  wasOutOfMemory: false,
  ...differences,
});

describe('how JMeter ended', () => {
  it('is not reported after success, a stop or a requested kill', () => {
    assert.deepEqual(explainEnd(end({})), []);
    assert.deepEqual(explainEnd(end({ samples: 0, wasStopped: true })), []);
    assert.deepEqual(explainEnd(end({ code: 137, wasKilled: true })), []);
  });

  it('includes thread groups without users when there are no samples, on both engines', () => {
    const empty = ['Thread group "A" has no users: its number of threads is 0.'];
    const log = '2026-11-15 04:08:59,752 ERROR o.a.j.X: noise';
    for (const explain of [explainEnd, explainEngineEnd]) {
      assert.match(
        explain(end({ samples: 0, log }), empty).join(),
        /recorded no samples\. Thread group "A" has no users: its number of threads is 0\.$/,
      );
      assert.deepEqual(explain(end({}), empty), []);
    }
  });

  for (const [what, differences, expected] of [
    ['a full disk', { code: 74, freeDiskBytes: 1000 }, /^The disk of the node is full \(0 MB free\)/],
    [
      'a full disk that only the log tells of',
      { log: 'java.io.IOException: No space left on device' },
      /disk of the node is full/,
    ],
    ['a result file that cannot be written', { code: 74 }, /result file could not be written/],
    [
      'a full heap',
      { code: 3, output: 'Terminating due to java.lang.OutOfMemoryError: Java heap space' },
      /ran out of memory \(heap: 614 MB\)/,
    ],
    [
      'too many threads',
      { log: 'java.lang.OutOfMemoryError: unable to create native thread' },
      /could not start more threads/,
    ],
    [
      'the memory limit of the node',
      { code: 137, wasOutOfMemory: true },
      /exceeded its memory limit of 1024 MB/,
    ],
    ['a kill by another process', { code: 137 }, /terminated by SIGKILL/],
    ['an unrecorded exit', { code: undefined }, /JMeter and its supervisor were killed/],
    ['a missing start signal', { code: 75 }, /did not receive the start signal/],
    [
      'a stop that took too long',
      { code: 137, wasStopped: true, wasKilled: true },
      /did not stop within the grace period/,
    ],
    [
      'a run without a sample',
      { samples: 0, log: '2026-11-15 04:08:59,752 ERROR o.a.j.t.JMeterThread: Test failed!' },
      /recorded no samples\. Last error: o\.a\.j\.t\.JMeterThread: Test failed!/,
    ],
    [
      'an exit code',
      { code: 1, output: 'An error occurred: something odd' },
      /exit code 1\. Last error: something odd/,
    ],
    [
      'a missing class',
      { code: 1, log: 'caused by CannotResolveClassException: com.example.Foo' },
      /uses com\.example\.Foo, which/,
    ],
    [
      'a missing data file',
      { log: 'IllegalArgumentException: File users.csv must exist and be readable' },
      /data file users\.csv is missing/,
    ],
    ['records that make no sense', { unreadable: 2 }, /^2 records/],
  ] as const) {
    it(`tells of ${what}`, () => {
      const errors = explainEnd(end(differences));
      assert.equal(errors.length, 1);
      assert.match(errors[0] ?? '', expected);
    });
  }

  it('names signals', () => {
    assert.deepEqual([137, 143, 139, 150].map(signalOf), ['SIGKILL', 'SIGTERM', 'SIGSEGV', 'signal 22']);
  });
});

describe("how Spate's own engine ended", () => {
  it('is reported with the problems and warnings of the engine', () => {
    const output = 'problem: It cannot continue.\\nAt all.\nnoise\nwarning: It was busy.\n';
    const over = end({ code: 69, output });
    assert.deepEqual(explainEngineEnd(over), ['It cannot continue.\nAt all.']);
    assert.deepEqual(engineWarnings(over), ['It was busy.']);
  });

  it('is reported after a stop too, when results were lost or another process killed it', () => {
    const stopped = (code: number) => explainEngineEnd(end({ code, wasStopped: true }));
    assert.deepEqual(stopped(0), []);
    assert.match(stopped(74).join(), /^Results could not be written/);
    assert.match(stopped(137).join(), /terminated by SIGKILL/);
  });

  it('is not an error because of a warning', () => {
    const output = 'warning: It was busy.\nwarning: It was busy.\n';
    assert.match(explainEngineEnd(end({ code: 74, output })).join(), /^Results could not be written [^.]*\./);
    assert.deepEqual(explainEngineEnd(end({ code: 0, output, samples: 1 })), []);
    assert.deepEqual(engineWarnings(end({ code: 0, output, samples: 1 })), ['It was busy.']);
  });
});
