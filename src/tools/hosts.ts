import { AppError } from '../domain/errors.ts';
import { type HostOverride, parseOverrideHosts } from '../plans/override-hosts.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { ToolExecution } from './tool.ts';

/** Host overrides of the execution. Throws if they cannot be applied: ignoring them would send load to the real host. */
export function hostOverrides(execution: ToolExecution, sandbox: Sandbox): HostOverride[] {
  const hosts = parseOverrideHosts(execution.spec.overrideHosts);
  if (hosts.length > 0 && sandbox.kind === 'none') {
    throw new AppError('tool_unavailable', `This node cannot apply override_hosts: ${sandbox.remark}`);
  }
  return hosts;
}
