import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html } from './html.ts';

describe('html', () => {
  it('escapes every value, in text and in attributes', () => {
    const attack = `"><script>alert('1')</script>&\``;
    const { text } = html`<a title="${attack}">${attack}</a>`;
    assert.equal(text.split('<').length, 3, text);
    assert.ok(!text.includes("'1'") && !text.includes('"&#34;>'));
    assert.equal(html`${'&lt;'}`.text, '&#38;lt;');
  });

  it('keeps Html values, also in lists, and renders null and undefined as empty', () => {
    assert.equal(
      html`<ul>${['a<', 'b'].map((item) => html`<li>${item}</li>`)}</ul>`.text,
      '<ul><li>a&#60;</li><li>b</li></ul>',
    );
    assert.equal(html`[${null}${undefined}${''}${0}]`.text, '[0]');
  });
});
