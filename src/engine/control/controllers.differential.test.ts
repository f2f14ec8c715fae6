import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { runBoth } from '../testing/differential.ts';
import { openOracle } from '../testing/open-oracle.ts';
import type { Oracle } from '../testing/oracle.ts';
import { debug, group, loop, plan, simple, transaction } from '../testing/plan.ts';

describe('controllers, side by side with Apache JMeter', { skip: needs('java', 'maven') }, () => {
  let oracle: Oracle;
  before(async () => {
    oracle = await openOracle();
  });
  after(() => oracle[Symbol.asyncDispose]());

  const plans = {
    'loops within loops, for each of two users': plan(
      group(
        { loops: 2, users: 2 },
        debug('a'),
        loop('outer', 3, debug('b'), simple('simple', debug('c'), loop('inner', 2, debug('d')))),
      ),
    ),
    'transactions with parent samples': plan(
      group(
        { loops: 2 },
        transaction('T', true, debug('a'), transaction('U', true, debug('b'), debug('c')), debug('d')),
      ),
    ),
    'transactions beside their samples': plan(
      group(
        { loops: 2 },
        transaction('T', false, debug('a'), transaction('U', false, debug('b'), debug('c')), debug('d')),
        debug('e'),
      ),
    ),
    'both kinds of transactions in each other': plan(
      group(
        { loops: 2 },
        transaction('T', true, debug('a'), transaction('U', false, debug('b'), loop('L', 2, debug('c')))),
        transaction('V', false, transaction('W', true, debug('x'))),
      ),
    ),
    'controllers without anything to do': plan(
      group(
        { loops: 2 },
        simple('S'),
        loop('none', 0, debug('n')),
        debug('x'),
        transaction('T', false),
        transaction('P', true),
        loop('unset', '${nope}', debug('z')),
      ),
    ),
  };
  for (const [name, text] of Object.entries(plans)) {
    it(name, async () => {
      const { apache, ours } = await runBoth(oracle, text);
      assert.ok(apache.length > 0);
      assert.deepEqual(ours, apache);
    });
  }
});
