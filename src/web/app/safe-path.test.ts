import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { safePath } from './safe-path.ts';

const origin = 'https://load.example';

describe('safePath', () => {
  it('keeps paths of this origin with query and fragment', () => {
    assert.equal(safePath('/app/runs/abc?from=1#labels', origin), '/app/runs/abc?from=1#labels');
    assert.equal(safePath('/app/../oauth/authorize?a=b', origin), '/oauth/authorize?a=b');
  });

  it('rejects redirects to another origin', () => {
    const others = [
      null,
      '',
      'app',
      'https://evil.example/',
      '//evil.example/app',
      '/\\evil.example/app',
      '/\t/evil.example',
      '/app/..//evil.example',
      '/.//evil.example/app',
      '/app/%2e%2e//evil.example',
      'javascript:alert(1)',
      'https://load.example/app',
    ];
    for (const given of others) assert.equal(safePath(given, origin), undefined, String(given));
  });
});
