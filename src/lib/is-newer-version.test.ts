import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNewerVersion } from './is-newer-version.ts';

test('orders versions by Semantic Versioning', () => {
  const ordered = ['0.1.0', '0.2.0-dev', '0.2.0-rc.2', '0.2.0-rc.10', '0.2.0', '0.2.1', '0.10.0', '1.0.0'];
  ordered.forEach((version, index) => {
    ordered.forEach((other, place) => {
      assert.equal(isNewerVersion(version, other), index > place, `${version} and ${other}`);
    });
  });
  assert.equal(isNewerVersion('1.0.0+build.2', '1.0.0+build.1'), false);
});
