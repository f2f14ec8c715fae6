import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import type { TextFunctionMaker } from '../core.ts';
import { setVariable } from './set-variable.ts';

export const machineName: TextFunctionMaker = constant(hostname);
export const machineIp: TextFunctionMaker = constant(address);

function constant(find: () => string): TextFunctionMaker {
  return ([variable]) => {
    const value = find();
    return {
      evaluate: (user) => {
        setVariable(user, variable, value);
        return value;
      },
    };
  };
}

/** IP address of the host name: from /etc/hosts, or else the first IPv4 address other than loopback. */
function address(): string {
  const own = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address;
  return hostsEntry(hostname()) ?? own ?? '127.0.0.1';
}

function hostsEntry(name: string): string | undefined {
  try {
    const lines = readFileSync('/etc/hosts', 'utf8')
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
      .filter(([, ...names]) => names.includes(name));
    return (lines.find(([at]) => at?.includes('.')) ?? lines[0])?.[0];
  } catch {
    return undefined;
  }
}
