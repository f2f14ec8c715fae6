import { formatNetwork, type IpNetwork, isInNetwork, parseNetwork } from '../lib/ip-network.ts';

/** Allows or denies connections of tools to a network, on one port or all (null). */
export interface EgressRule {
  /** try-deny: denied if it can be enforced; otherwise tools run without it. */
  action: 'allow' | 'deny' | 'try-deny';
  network: IpNetwork;
  port: number | null;
}

/** Rules sorted by specificity; the first match decides. */
export interface EgressPolicy {
  rules: readonly EgressRule[];
  /** The operator configured `deny` rules: tools must not run without enforcement. */
  isRequired: boolean;
}

const maxRules = 500;

/** Cloud metadata services: link-local addresses, and other addresses of some clouds. */
const metadataRules = [
  '169.254.0.0/16',
  'fe80::/10',
  // AWS over IPv6: instance metadata, and credentials of pods.
  'fd00:ec2::254',
  'fd00:ec2::23',
  // Google Cloud over IPv6.
  'fd20:ce::254',
  // Alibaba Cloud, and formerly Oracle Cloud.
  '100.100.100.200',
  '192.0.0.192',
  // Azure: the same address serves DNS, so only these ports.
  '168.63.129.16:80',
  '168.63.129.16:32526',
];

/** Reads `deny:10.0.0.0/8, allow:10.1.2.3:443, deny:[fd00::/8]:25, deny:all`. Throws an Error that names the invalid rule. */
export function parseEgress(text: string): EgressRule[] {
  const rules = text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .flatMap(parseRule);
  if (rules.length > maxRules)
    throw new Error(`must have at most ${maxRules} rules (these are ${rules.length})`);
  return rules;
}

export function formatEgress(rules: readonly EgressRule[]): string {
  return rules
    .map(({ action, network, port }) => {
      const text = formatNetwork(network);
      return `${action}:${port === null ? text : `${network.family === 6 ? `[${text}]` : text}:${port}`}`;
    })
    .join(',');
}

/** Combines the operator's rules with the built-in ones. `nameServers` stay reachable for DNS. */
export function egressPolicy(
  configured: readonly EgressRule[],
  nameServers: readonly string[],
): EgressPolicy {
  const networks = nameServers.map(parseNetwork).filter((network) => network !== undefined);
  const all: EgressRule[] = [
    ...parseEgress(metadataRules.map((target) => `try-deny:${target}`).join()),
    ...networks.map((network): EgressRule => ({ action: 'allow', network, port: 53 })),
    ...configured,
  ];
  const rules = all
    .map((rule, index) => ({ rule, index }))
    .sort(
      (one, other) =>
        other.rule.network.prefixLength - one.rule.network.prefixLength ||
        Number(one.rule.port === null) - Number(other.rule.port === null) ||
        other.index - one.index,
    )
    .map(({ rule }) => rule);
  return { rules, isRequired: configured.some(({ action }) => action === 'deny') };
}

/** Addresses without a matching rule are allowed. */
export function isEgressAllowed({ rules }: EgressPolicy, address: IpNetwork, port: number): boolean {
  const rule = rules.find(
    (each) => (each.port === null || each.port === port) && isInNetwork(each.network, address),
  );
  return rule === undefined || rule.action === 'allow';
}

function parseRule(text: string): EgressRule[] {
  const [, action, target = ''] = /^(allow|deny|try-deny):(.+)$/.exec(text) ?? [];
  if (action === undefined)
    throw new Error(`must be rules such as deny:10.0.0.0/8 ("${text}" is not a rule)`);
  // An IPv6 network with a port must be in brackets.
  const [, bracketed, plain, portText] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(target) ?? [];
  const port = portText === undefined ? null : Number(portText);
  const name = bracketed ?? plain ?? target;
  const networks = (name === 'all' ? ['0.0.0.0/0', '::/0'] : [name]).map(parseNetwork);
  if (networks.includes(undefined) || (port !== null && (port < 1 || port > 65_535)))
    throw new Error(`must be a network or "all", with an optional port ("${target}" is not)`);
  return networks.flatMap((network) =>
    network ? [{ action: action as EgressRule['action'], network, port }] : [],
  );
}
