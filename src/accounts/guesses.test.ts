import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { AppError } from '../domain/errors.ts';
import { createGuesses, type Guesses, networkOf } from './guesses.ts';

const postgres = withDatabase();

async function stage() {
  let ms = 1_000_000;
  const database = await postgres.fresh();
  // Two services on one database share the counters.
  const services = [0, 1].map(() => createGuesses(database, { nowMs: () => ms }));
  let turn = 0;
  const next = () => services[turn++ % 2] as Guesses;
  const waitOf = async (work: () => Promise<unknown>): Promise<number> => {
    try {
      await work();
      return 0;
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === 'too_many');
      assert.ok(error.message.includes(`${error.retryAfterS} s`));
      return error.retryAfterS ?? -1;
    }
  };
  return {
    pass: (more: number) => (ms += more),
    token: (address: string) => waitOf(() => next().noteWrongToken(address)),
    password: (address: string, email = 'ann@example.com', isKnownHere = false) =>
      waitOf(() => next().tryPassword({ address, email, isKnownHere })),
    right: async (address: string, email = 'ann@example.com', isKnownHere = false) =>
      (await next().tryPassword({ address, email, isKnownHere }))(),
  };
}

async function inTurn(count: number, ask: (index: number) => Promise<number>): Promise<number[]> {
  const waits: number[] = [];
  for (let index = 0; index < count; index++) waits.push(await ask(index));
  return waits;
}

describe('createGuesses', () => {
  it('limits only the address that sends many invalid tokens', async () => {
    const { token } = await stage();
    const waits = await inTurn(200, () => token('203.0.113.9'));
    assert.ok(waits[0] === 0 && (waits.at(-1) ?? 0) > 0);
    assert.equal(await token('203.0.113.10'), 0);
  });

  it('does not limit ten programs that poll every 3 seconds with an invalid token', async () => {
    const { token, pass } = await stage();
    for (let round = 0; round < 200; round++) {
      for (let program = 0; program < 10; program++) assert.equal(await token('203.0.113.9'), 0);
      pass(3_000);
    }
  });

  it('limits guesses for one name from all addresses, except where the user has signed in before', async () => {
    const { password } = await stage();
    const waits = await inTurn(40, (index) => password(`203.0.113.${index}`, ' ANN@example.com'));
    assert.equal(waits[0], 0);
    assert.ok((waits.at(-1) ?? 0) > 0);
    assert.ok((await password('198.51.100.1')) > 0);
    assert.equal(await password('198.51.100.1', 'ann@example.com', true), 0);
    assert.equal(await password('198.51.100.1', 'bob@example.com'), 0);
  });

  it('limits an address that tries many names', async () => {
    const { password } = await stage();
    const waits = await inTurn(60, (index) => password('203.0.113.9', `p${index}@example.com`));
    assert.ok(waits[0] === 0 && (waits.at(-1) ?? 0) > 0);
  });

  it('does not count successful attempts', async () => {
    const { right, password } = await stage();
    for (let count = 0; count < 200; count++) await right('203.0.113.9');
    assert.equal(await password('203.0.113.9'), 0);
  });

  it('treats an IPv6 /64 network as one address', () => {
    assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0');
    assert.equal(networkOf('2001:0DB8:0:0:1:2:3:4'), '2001:db8:0:0');
    assert.equal(networkOf('::1'), '0:0:0:0');
    assert.notEqual(networkOf('2001:db8:0:1::1'), networkOf('2001:db8::1'));
    assert.equal(networkOf('203.0.113.9'), '203.0.113.9');
  });
});
