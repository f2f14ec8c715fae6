import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseEnvironmentFile } from './environment-file.ts';

it('reads NAME=value lines and reports the numbers of ignored lines', () => {
  const text = `# comment\r\n\r\nA=1\r\nB="x y" # z\n  C = no\nD.E=2\nexport F=3\nG=\nH=a=b\n_i9=ü`;
  const { variables, warnings } = parseEnvironmentFile(new TextEncoder().encode(text));
  assert.deepEqual(
    [...variables],
    [
      ['A', '1'],
      ['B', '"x y" # z'],
      ['G', ''],
      ['H', 'a=b'],
      ['_i9', 'ü'],
    ],
  );
  assert.deepEqual(
    warnings.map((warning) => /Line (\d+)/.exec(warning)?.[1]),
    ['5', '6', '7'],
  );
});
