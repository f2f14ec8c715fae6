import { parseNetwork } from '../lib/ip-network.ts';
import type { IsAddressAllowed } from '../lib/outbound.ts';
import { egressPolicy, isEgressAllowed, parseEgress } from './egress.ts';

/** Besides cloud metadata addresses. IPv6 networks that contain IPv4 addresses would bypass the rules for those. */
const deniedNetworks = [
  // This machine.
  '0.0.0.0/8',
  '127.0.0.0/8',
  '::/96',
  // Link-local, multicast, reserved.
  '169.254.0.0/16',
  'fe80::/10',
  'fec0::/10',
  '224.0.0.0/4',
  '240.0.0.0/4',
  'ff00::/8',
  // Translated and tunnelled IPv4.
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
];

/** Addresses that the service connects to for users; `rules` of the operator take precedence over the denied networks. */
export function outboundPolicy(rules: string): IsAddressAllowed {
  const denied = deniedNetworks.map((network) => `deny:${network}`).join();
  const policy = egressPolicy([...parseEgress(denied), ...parseEgress(rules)], []);
  return (address, port) => {
    const network = parseNetwork(address);
    return network !== undefined && isEgressAllowed(policy, network, port);
  };
}
