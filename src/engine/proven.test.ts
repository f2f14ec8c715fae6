import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { provenFunctions } from '../plans/jmeter/proven/functions.ts';
import { provenElements } from '../plans/jmeter/proven/proven.ts';
import { elementCompilers } from './elements.ts';
import { textFunctions } from './functions/functions.ts';
import { groupKinds } from './groups/groups.ts';

describe('the proven set', () => {
  it('holds nothing that the engine cannot run', () => {
    const known = new Set(['TestPlan', ...elementCompilers.keys(), ...Object.keys(groupKinds)]);
    assert.deepEqual(
      Object.keys(provenElements).filter((kind) => !known.has(kind)),
      [],
    );
    assert.deepEqual(
      Object.keys(provenFunctions).filter((name) => !textFunctions.has(name)),
      [],
    );
  });

  it('holds nothing without a plan that both engines ran', async () => {
    const files = await Array.fromAsync(glob('**/*.differential.ts', { cwd: import.meta.dirname }));
    const texts = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')));
    const proofs = texts.join('\n');
    const names = [...Object.keys(provenElements), ...Object.keys(provenFunctions)];
    assert.deepEqual(
      names.filter((name) => !new RegExp(`(?<![A-Za-z_])${name}(?![A-Za-z])`).test(proofs)),
      [],
    );
  });
});
