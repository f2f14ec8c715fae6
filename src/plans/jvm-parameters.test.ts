import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jvmParametersIn } from './jvm-parameters.ts';

test('finds the system properties that code reads, with their defaults', () => {
  const code = `
    val users = Integer.getInteger("users", 10)
    String host = System.getProperty("target.host", "localhost");
    def rate = System.getProperty( 'rate' )
    val pause = sys.props.getOrElse("pause", "2 s"); val other = sys.props("other")
    val isFast = Boolean.getBoolean("fast"); val big = Long.getLong("big", -5)
    val folder = System.getProperty("java.io.tmpdir"); val odd = System.getProperty(name)`;
  assert.deepEqual(
    [...jvmParametersIn(code)].map((found) => [found.name, found.default]),
    [
      ['-Dusers', '10'],
      ['-Dtarget.host', 'localhost'],
      ['-Drate', null],
      ['-Dpause', '2 s'],
      ['-Dother', null],
      ['-Dfast', null],
      ['-Dbig', '-5'],
    ],
  );
});
