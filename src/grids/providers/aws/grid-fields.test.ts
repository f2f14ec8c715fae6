import assert from 'node:assert/strict';
import { test } from 'node:test';
import { securityGroupsOf, spotPriceOf, subnetOf, tagsOf } from './grid-fields.ts';

test('reads tags, and rejects reserved, repeated and too long ones', () => {
  assert.deepEqual(tagsOf({ aws_tags: 'team=load, cost center = 4=2,empty=,' }), [
    { Key: 'team', Value: 'load' },
    { Key: 'cost center', Value: '4=2' },
    { Key: 'empty', Value: '' },
  ]);
  assert.deepEqual(tagsOf({}), []);
  for (const [tags, why] of [
    ['aws:x=1', /reserved \("aws:x"\)/],
    ['Spate:grid=1', /reserved/],
    ['a=1,a=2', /given twice/],
    [`a=${'x'.repeat(257)}`, /at most 256/],
    [Array.from({ length: 41 }, (_, index) => `k${index}=1`).join(','), /at most 40 tags/],
  ] as const)
    assert.throws(() => tagsOf({ aws_tags: tags }, 'run[grids][]'), why);
});

test('converts decimal cents to dollars exactly', () => {
  const prices = {
    '12.5': '0.125',
    '100': '1',
    '0.07': '0.0007',
    '1234.567': '12.34567',
    '5': '0.05',
    '0': '0',
  };
  for (const [cents, dollars] of Object.entries(prices))
    assert.equal(spotPriceOf({ aws_spot_price: cents }), dollars, cents);
  assert.equal(spotPriceOf({}), undefined);
});

test('uses the private subnet if there is one', () => {
  const both = { aws_vpc_subnet_public: 'subnet-1', aws_vpc_subnet_private: 'subnet-2' };
  assert.deepEqual(subnetOf(both), { id: 'subnet-2', isPublic: false });
  assert.deepEqual(subnetOf({ aws_vpc_subnet_public: 'subnet-1' }), { id: 'subnet-1', isPublic: true });
  assert.equal(subnetOf({}), undefined);
  assert.deepEqual(securityGroupsOf({ aws_vpc_security_groups: 'sg-1, sg-2' }), ['sg-1', 'sg-2']);
});
