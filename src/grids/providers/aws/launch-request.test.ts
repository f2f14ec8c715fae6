import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientToken, type LaunchPlan, launchRequest } from './launch-request.ts';

const plan: LaunchPlan = {
  imageId: 'ami-1',
  rootDevice: '/dev/xvda',
  instanceType: 'm5.large',
  cloud: {},
  subnet: undefined,
  installation: 'here',
  accountId: 7,
};
const machine = {
  gridId: 'g1',
  gridName: 'calm-reef-production-g1',
  index: 2,
  attempt: 1,
  userData: '#!/bin/sh',
};

test('starts one encrypted machine without an instance profile, with IMDSv2, that ends when it powers off', () => {
  const request = launchRequest(plan, machine);
  assert.equal(request.MinCount, 1);
  assert.equal(request.MaxCount, 1);
  assert.equal(request.InstanceInitiatedShutdownBehavior, 'terminate');
  assert.equal(request.MetadataOptions?.HttpTokens, 'required');
  assert.equal(request.MetadataOptions?.HttpPutResponseHopLimit, 1);
  assert.equal(request.BlockDeviceMappings?.[0]?.Ebs?.Encrypted, true);
  for (const absent of [
    'IamInstanceProfile',
    'KeyName',
    'NetworkInterfaces',
    'InstanceMarketOptions',
    'Placement',
  ])
    assert.ok(!(absent in request), absent);
  const tags = Object.fromEntries(
    (request.TagSpecifications?.[0]?.Tags ?? []).map(({ Key, Value }) => [Key, Value]),
  );
  assert.deepEqual(tags, {
    Name: 'calm-reef-2',
    'spate:installation': 'here',
    'spate:account': '7',
    'spate:grid': 'g1',
    'spate:slot': '2',
    'spate:attempt': '1',
  });
});

test('the token is the same for the same attempt, and different for another attempt, slot or grid', () => {
  const tokens = [
    { gridId: 'g1', index: 2, attempt: 1 },
    { gridId: 'g1', index: 2, attempt: 2 },
    { gridId: 'g1', index: 3, attempt: 1 },
    { gridId: 'g2', index: 2, attempt: 1 },
  ].map(clientToken);
  assert.equal(new Set(tokens).size, 4);
  assert.equal(launchRequest(plan, machine).ClientToken, tokens[0]);
  assert.ok(tokens.every((token) => token.length <= 64));
});

test('uses zone, subnet, security groups, tags and spot price', () => {
  const cloud = {
    aws_availability_zone: 'eu-west-1a',
    aws_vpc_security_groups: 'sg-1,sg-2',
    aws_tags: 'team=load',
    aws_spot_price: '3.25',
  };
  const request = launchRequest({ ...plan, cloud, subnet: { id: 'subnet-1', isPublic: true } }, machine);
  assert.deepEqual(request.Placement, { AvailabilityZone: 'eu-west-1a' });
  assert.deepEqual(request.NetworkInterfaces?.[0], {
    DeviceIndex: 0,
    SubnetId: 'subnet-1',
    AssociatePublicIpAddress: true,
    DeleteOnTermination: true,
    Groups: ['sg-1', 'sg-2'],
  });
  assert.equal(request.InstanceMarketOptions?.SpotOptions?.MaxPrice, '0.0325');
  assert.deepEqual(request.TagSpecifications?.[0]?.Tags?.[0], { Key: 'team', Value: 'load' });
  assert.deepEqual(launchRequest({ ...plan, cloud }, machine).SecurityGroupIds, ['sg-1', 'sg-2']);
});
