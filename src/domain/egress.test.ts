import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNetwork } from '../lib/ip-network.ts';
import { egressPolicy, formatEgress, isEgressAllowed, parseEgress } from './egress.ts';

/** Filters `<address> <port>` by the rules. */
function allowed(rules: string, places: readonly string[], nameServers: readonly string[] = []): string[] {
  const policy = egressPolicy(parseEgress(rules), nameServers);
  return places.filter((place) => {
    const [address = '', port] = place.split(' ');
    return isEgressAllowed(policy, parseNetwork(address) ?? assert.fail(place), Number(port));
  });
}

test('denies cloud metadata by default and allows everything else', () => {
  const open = [
    '127.0.0.1 80',
    '::1 80',
    '10.0.0.1 5432',
    '168.63.129.16 53',
    '8.8.8.8 53',
    '2001:db8::1 443',
  ];
  const closed = [
    '169.254.169.254 80',
    '169.254.170.2 80',
    'fd00:ec2::254 80',
    'fe80::1 80',
    '100.100.100.200 80',
  ];
  assert.deepEqual(allowed('', [...open, ...closed, '168.63.129.16 80', '::ffff:169.254.169.254 80']), open);
});

test('allows DNS to the name servers of the machine, even if denied by other rules', () => {
  const places = ['169.254.169.254 53', '169.254.169.254 80', '10.0.0.2 53', '10.0.0.2 80'];
  const servers = ['169.254.169.254', '10.0.0.2', 'nonsense'];
  assert.deepEqual(allowed('', places, servers), ['169.254.169.254 53', '10.0.0.2 53', '10.0.0.2 80']);
  assert.deepEqual(allowed('deny:all', places, servers), ['169.254.169.254 53', '10.0.0.2 53']);
});

test('the most specific network decides, then the port, then the later rule', () => {
  const rules = 'deny:all, allow:10.0.0.0/8 deny:10.1.0.0/16:25 allow:[fd00::/8]:443';
  const places = ['10.2.0.1 25', '10.1.0.1 25', '10.1.0.1 80', '11.0.0.1 80', 'fd00::1 443', 'fd00::1 80'];
  assert.deepEqual(allowed(rules, places), ['10.2.0.1 25', '10.1.0.1 80', 'fd00::1 443']);
  assert.deepEqual(allowed('allow:all', ['169.254.169.254 80']), []);
  assert.deepEqual(allowed('allow:169.254.0.0/16', ['169.254.169.254 80']), ['169.254.169.254 80']);
});

test('requires enforcement only for deny rules of the operator', () => {
  const isRequired = (rules: string) => egressPolicy(parseEgress(rules), []).isRequired;
  assert.deepEqual(['', 'allow:10.0.0.1', 'try-deny:10.0.0.1'].map(isRequired), [false, false, false]);
  assert.equal(isRequired('try-deny:10.0.0.1, deny:10.0.0.2'), true);
});

test('formats rules as they are parsed', () => {
  const rules = parseEgress('deny:all:25, allow:10.0.0.1:443 try-deny:[fd00::/8]:443,deny:fd00::1');
  assert.deepEqual(parseEgress(formatEgress(rules)), rules);
});

test('rejects an invalid rule and names it', () => {
  for (const text of [
    '10.0.0.1',
    'deny:',
    'deny:localhost',
    'allow:10.0.0.0/40',
    'deny:10.0.0.1:0',
    'block:10.0.0.1',
  ])
    assert.throws(() => parseEgress(text), /must be (rules|a network).*"/, text);
});
