import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePrices, pricesOf } from './prices.ts';

const header = 'provider,region,instance_type,price_per_hour';
const shipped = parsePrices(`${header}
# list prices
local,*,*,0
aws,*,m5.large,0.12
aws,us-east-1,m5.large,0.096
aws,us-east-1,*,0.5
`);
const own = parsePrices(`${header}\r\naws,eu-west-1,*,0.2\r\n`);
const grid = (provider: string, region: string, instanceType: string, spot?: string) => ({
  provider,
  region,
  instanceType,
  cloud: spot === undefined ? {} : { aws_spot_price: spot },
});

test('the most specific row of the first table that has one applies', () => {
  const priceOf = pricesOf([own, shipped]);
  assert.equal(priceOf(grid('aws', 'us-east-1', 'm5.large')), 960);
  assert.equal(priceOf(grid('aws', 'us-west-2', 'm5.large')), 1200);
  assert.equal(priceOf(grid('aws', 'us-east-1', 'c9.huge')), 5000);
  assert.equal(priceOf(grid('aws', 'eu-west-1', 'm5.large')), 2000, 'the table of the operator comes first');
  assert.equal(priceOf(grid('local', 'anywhere', 'local')), 0);
  assert.equal(priceOf(grid('azure', 'eastus', 'D2')), null);
});

test('a spot price in cents limits the price', () => {
  const priceOf = pricesOf([shipped]);
  assert.equal(priceOf(grid('aws', 'us-east-1', 'm5.large', '3.5')), 350);
  assert.equal(priceOf(grid('aws', 'us-east-1', 'm5.large', '50')), 960);
  assert.equal(priceOf(grid('aws', 'sa-east-1', 'x1', '12.345')), 1235);
});

test('prices of Azure apply to its regions under both names', () => {
  const rows = parsePrices(`${header}\nazure,germanywestcentral,D2,0.115\nazure,eu-west-1,D2,0.2\n`);
  const priceOf = pricesOf([rows]);
  assert.equal(priceOf(grid('azure', 'eu-central-1', 'D2')), 1150);
  assert.equal(priceOf(grid('azure', 'Germany West Central', 'D2')), 1150);
  assert.equal(priceOf(grid('azure', 'eu-west-1', 'D2')), 2000);
  const spot = { ...grid('azure', 'eu-west-1', 'D2'), cloud: { azure_spot_price: '3' } };
  assert.equal(priceOf(spot), 300);
});

test('rejects a broken table with the line', () => {
  assert.throws(() => parsePrices('a,b\n'), /line 1 must be: provider,region/);
  for (const line of ['aws,*,*', 'aws,*,*,x', 'aws,,*,1', 'aws,*,*,-1', 'aws,*,*,1,USD'])
    assert.throws(() => parsePrices(`${header}\n\n${line}\n`), /line 3 must have/, line);
});
