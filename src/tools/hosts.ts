import { AppError } from '../domain/errors.ts';
import { type HostOverride, parseOverrideHosts } from '../plans/override-hosts.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { ToolExecution } from './tool.ts';

/** The hosts that this execution is to find elsewhere. Refused where it could not be kept: ignoring it would load the real host. */
export function hostOverrides(execution: ToolExecution, sandbox: Sandbox): HostOverride[] {
  const hosts = parseOverrideHosts(execution.spec.overrideHosts);
  if (hosts.length > 0 && sandbox.kind === 'none') {
    throw new AppError(
      'tool_unavailable',
      `override_hosts needs a hosts file of its own, which this node cannot make: ${sandbox.remark}`,
    );
  }
  return hosts;
}
