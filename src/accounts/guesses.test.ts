import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../domain/errors.ts';
import { createGuesses, networkOf } from './guesses.ts';

function stage() {
  let ms = 0;
  const guesses = createGuesses({ nowMs: () => ms });
  const waitOf = (work: () => void): number => {
    try {
      work();
      return 0;
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === 'too_many');
      assert.ok(error.message.includes(`${error.retryAfterS} s`));
      return error.retryAfterS ?? -1;
    }
  };
  return {
    pass: (more: number) => (ms += more),
    token: (address: string) => waitOf(() => guesses.noteWrongToken(address)),
    password: (address: string, email = 'ann@example.com', isKnownHere = false) =>
      waitOf(() => guesses.tryPassword({ address, email, isKnownHere })),
    right: (address: string, email = 'ann@example.com', isKnownHere = false) =>
      guesses.tryPassword({ address, email, isKnownHere })(),
  };
}

describe('createGuesses', () => {
  it('slows an address that sends many wrong tokens, and no other', () => {
    const { token } = stage();
    const waits = Array.from({ length: 200 }, () => token('203.0.113.9'));
    assert.ok(waits[0] === 0 && (waits.at(-1) ?? 0) > 0);
    assert.equal(token('203.0.113.10'), 0);
  });

  it('never slows ten programs that ask every 3 seconds with a wrong token', () => {
    const { token, pass } = stage();
    for (let round = 0; round < 5_000; round++) {
      for (let program = 0; program < 10; program++) assert.equal(token('203.0.113.9'), 0);
      pass(3_000);
    }
  });

  it('slows guesses at one name from anywhere, but not where that person has signed in before', () => {
    const { password } = stage();
    const waits = Array.from({ length: 40 }, (_, index) =>
      password(`203.0.113.${index}`, ' ANN@example.com'),
    );
    assert.equal(waits[0], 0);
    assert.ok((waits.at(-1) ?? 0) > 0);
    assert.ok(password('198.51.100.1') > 0);
    assert.equal(password('198.51.100.1', 'ann@example.com', true), 0);
    assert.equal(password('198.51.100.1', 'bob@example.com'), 0);
  });

  it('slows an address that tries many names', () => {
    const { password } = stage();
    const waits = Array.from({ length: 60 }, (_, index) => password('203.0.113.9', `p${index}@example.com`));
    assert.ok(waits[0] === 0 && (waits.at(-1) ?? 0) > 0);
  });

  it('does not count what was right', () => {
    const { right, password } = stage();
    for (let count = 0; count < 200; count++) right('203.0.113.9');
    assert.equal(password('203.0.113.9'), 0);
  });

  it('takes an IPv6 network of 64 bits for one machine', () => {
    assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0');
    assert.equal(networkOf('2001:0DB8:0:0:1:2:3:4'), '2001:db8:0:0');
    assert.equal(networkOf('::1'), '0:0:0:0');
    assert.notEqual(networkOf('2001:db8:0:1::1'), networkOf('2001:db8::1'));
    assert.equal(networkOf('203.0.113.9'), '203.0.113.9');
  });
});
