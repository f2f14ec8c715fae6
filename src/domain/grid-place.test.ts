import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridWarnings, nodesText, originOf, placesText } from './grid-place.ts';

const region = 'eu-west-1';
const local = { provider: 'local', target: null, region };
const joined = { provider: 'joined', target: null, region };
const kubernetes = { provider: 'kubernetes', target: 'prod', region };
const aws = { provider: 'aws', target: '3', region };
const azure = { provider: 'azure', target: '4', region };

test('the origin is the actual location, not the requested region', () => {
  assert.deepEqual([local, joined, kubernetes, aws, azure].map(originOf), [
    'This machine',
    'Your own machines',
    'The Kubernetes cluster prod',
    'AWS eu-west-1',
    'Azure northeurope',
  ]);
});

test('counts nodes by location', () => {
  const two = [{}, {}];
  assert.equal(nodesText([{ grid: local, nodes: two }]), '2 nodes on this machine');
  const mixed = [
    { grid: local, nodes: two },
    { grid: joined, nodes: [{}] },
    { grid: local, nodes: two },
  ];
  assert.equal(nodesText(mixed), '4 nodes on this machine and 1 node on your own machines');
  assert.equal(nodesText([{ grid: local, nodes: [] }]), '');
  assert.equal(placesText([local, joined, local]), 'on this machine and your own machines');
});

test('warns that no machines are started for a cloud without a provider', () => {
  const asked = { infrastructure: 'hosted', provider: 'joined', region: 'eu-west-1' } as const;
  const arn = { aws_arn: 'arn:aws:iam::1:role/load' };
  for (const cloud of [
    { credentialId: 7, cloud: {} },
    { credentialId: null, cloud: arn },
  ])
    assert.match(
      gridWarnings({ ...asked, ...cloud })[0] ?? '',
      /^The service does not start machines .* eu-west-1: /,
    );
  assert.deepEqual(gridWarnings({ ...asked, credentialId: null, cloud: {} }), []);
  assert.deepEqual(gridWarnings({ ...asked, infrastructure: 'demand', credentialId: 7, cloud: {} }), []);
});

test('warns that EC2-Classic is retired', () => {
  const grid = { infrastructure: 'hosted', provider: 'aws', region: 'eu-west-1', credentialId: 7 } as const;
  assert.match(
    gridWarnings({ ...grid, cloud: { aws_platform: 'ec2_classic' } })[0] ?? '',
    /retired EC2-Classic/,
  );
  assert.deepEqual(gridWarnings({ ...grid, cloud: { aws_platform: 'ec2_default_vpc' } }), []);
});

test('fields of another cloud have no effect, and the grid says so', () => {
  const grid = { infrastructure: 'hosted', provider: 'azure', region: 'eu-west-1', credentialId: 7 } as const;
  const cloud = { aws_tags: 'a=b', aws_spot_price: '3', azure_tags: 'a=b' };
  assert.deepEqual(gridWarnings({ ...grid, cloud }), [
    'The grid runs in Azure, where aws_tags, aws_spot_price have no effect.',
  ]);
  assert.deepEqual(gridWarnings({ ...grid, provider: 'aws', cloud: { azure_tags: 'a=b' } }), [
    'The grid runs in AWS, where azure_tags has no effect.',
  ]);
  assert.deepEqual(gridWarnings({ ...grid, cloud: { azure_tags: 'a=b' } }), []);
});
