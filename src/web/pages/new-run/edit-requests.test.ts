import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOfText, headersOfText, newRequest, textOfFields, textOfHeaders } from './edit-requests.ts';

test('headers are edited as lines of text', () => {
  const headers = [
    { name: 'Accept', value: 'text/html' },
    { name: 'X-Time', value: '12:00' },
  ];
  assert.deepEqual(headersOfText(textOfHeaders(headers)), headers);
  assert.deepEqual(headersOfText(' X-Empty \n\n:x\nA:b'), [
    { name: 'X-Empty', value: '' },
    { name: 'A', value: 'b' },
  ]);
});

test('fields of a form are edited as lines of text, and keep their files', () => {
  const fields = [
    { name: 'note', value: 'a=b\nc', file: null, type: null },
    { name: 'photo', value: '', file: 'cat.png', type: 'image/png' },
  ];
  assert.deepEqual(fieldsOfText(textOfFields(fields), fields), fields);
  assert.deepEqual(fieldsOfText('x', fields), [{ name: 'x', value: '', file: null, type: null }]);
});

test('a new request has the origin of the last one', () => {
  const plan = { name: '', variables: [], cookies: [], requests: [] };
  const first = newRequest(plan);
  assert.equal(first.url, 'https:///');
  const request = { ...first, url: 'http://shop.example:8080/cart?x=1' };
  assert.equal(newRequest({ ...plan, requests: [request] }).url, 'http://shop.example:8080/');
});
