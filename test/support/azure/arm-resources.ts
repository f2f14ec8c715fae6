/** An error with Azure's code and message. */
export class ArmError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type Body = Record<string, unknown>;

export interface Vm {
  instanceId: string;
  name: string;
  provisioningState: string;
  power: string;
}

interface ScaleSet {
  body: Body & { sku: { capacity: number }; tags?: Body };
  state: string;
  /** Of the last change, if it failed. */
  fault: { code: string; message: string } | undefined;
  vms: Vm[];
  nextId: number;
}

interface Group {
  name: string;
  body: Body & { location?: string; tags?: Record<string, string> };
  isDeleting: boolean;
  /** Networks and settings, by their path below the group in lower case. */
  others: Map<string, Body>;
  scaleSet: ScaleSet | undefined;
}

/** What happens when a long-running operation completes. */
export type Completion = () => { code: string; message: string } | undefined;

/** Resource groups of a subscription with one scale set each, as Azure documents their states. */
export class ArmResources {
  readonly groups = new Map<string, Group>();
  /** Why the next machines do not start. */
  allocationFault: { code: string; message: string } | undefined;

  group(name: string): Group {
    const found = this.groups.get(name.toLowerCase());
    if (!found)
      throw new ArmError(404, 'ResourceGroupNotFound', `Resource group '${name}' could not be found.`);
    return found;
  }

  scaleSet(group: string): ScaleSet {
    const { scaleSet } = this.group(group);
    if (scaleSet) return scaleSet;
    throw new ArmError(
      404,
      'ResourceNotFound',
      `The Resource 'Microsoft.Compute/virtualMachineScaleSets/nodes' under resource group '${group}' was not found.`,
    );
  }

  putGroup(name: string, body: Body): Body {
    const known = this.groups.get(name.toLowerCase());
    if (known?.isDeleting)
      throw new ArmError(409, 'ResourceGroupBeingDeleted', `The resource group '${name}' is being deleted.`);
    const group = known ?? { name, body, isDeleting: false, others: new Map(), scaleSet: undefined };
    group.body = body;
    this.groups.set(name.toLowerCase(), group);
    return this.showGroup(group);
  }

  showGroup({ name, body, isDeleting }: Group): Body {
    return { ...body, name, properties: { provisioningState: isDeleting ? 'Deleting' : 'Succeeded' } };
  }

  /** `tagName eq 'a' and tagValue eq 'b'` */
  listGroups(filter: string): Body[] {
    const [, key = '', value] = /^tagName eq '(.*)' and tagValue eq '(.*)'$/.exec(filter) ?? [];
    return [...this.groups.values()]
      .filter(({ body }) => body.tags?.[key] === value)
      .map((one) => this.showGroup(one));
  }

  deleteGroup(name: string): Completion {
    const group = this.group(name);
    group.isDeleting = true;
    return () => {
      this.groups.delete(name.toLowerCase());
      return undefined;
    };
  }

  putScaleSet(group: string, body: ScaleSet['body']): Completion {
    const { scaleSet: known, others } = this.group(group);
    const text = JSON.stringify(body);
    for (const [, kind = '', name = ''] of text.matchAll(/Microsoft\.Network\/(\w+)\/(\w+)/g))
      if (
        text.includes(`resourceGroups/${group}/`) &&
        !others.has(`microsoft.network/${kind}/${name}`.toLowerCase())
      )
        throw new ArmError(
          400,
          'InvalidResourceReference',
          `Resource ${kind}/${name} referenced by the scale set was not found.`,
        );
    if (known && publicKeysOf(known.body) !== publicKeysOf(body))
      throw new ArmError(
        409,
        'PropertyChangeNotAllowed',
        "Changing property 'linuxConfiguration.ssh.publicKeys' is not allowed.",
      );
    const made = known ?? { body, state: 'Creating', fault: undefined, vms: [], nextId: 0 };
    this.group(group).scaleSet = made;
    return this.resize(made, body);
  }

  patchScaleSet(group: string, change: Partial<ScaleSet['body']>): Completion {
    const scaleSet = this.scaleSet(group);
    return this.resize(scaleSet, { ...scaleSet.body, ...change });
  }

  private resize(scaleSet: ScaleSet, body: ScaleSet['body']): Completion {
    const fault = body.sku.capacity > scaleSet.vms.length ? this.allocationFault : undefined;
    scaleSet.state = scaleSet.state === 'Creating' ? 'Creating' : 'Updating';
    scaleSet.body = fault ? { ...body, sku: scaleSet.body.sku } : body;
    const started: Vm[] = [];
    while (!fault && scaleSet.vms.length < body.sku.capacity) {
      const id = scaleSet.nextId;
      scaleSet.nextId += 1;
      const name = `${prefixOf(body)}${id.toString(36).toUpperCase().padStart(6, '0')}`;
      const vm = { instanceId: String(id), name, provisioningState: 'Creating', power: 'starting' };
      scaleSet.vms.push(vm);
      started.push(vm);
    }
    return () => {
      for (const vm of started) Object.assign(vm, { provisioningState: 'Succeeded', power: 'running' });
      scaleSet.state = fault ? 'Failed' : 'Succeeded';
      scaleSet.fault = fault;
      return fault;
    };
  }

  showScaleSet(group: string): Body {
    const { body, state, vms } = this.scaleSet(group);
    const { sku, properties = {} } = body as Body & { sku: Body; properties?: Body };
    return {
      ...body,
      sku: { ...sku, capacity: vms.length },
      properties: { ...properties, provisioningState: state },
    };
  }

  statuses(group: string): Body[] {
    const { fault } = this.scaleSet(group);
    return [
      fault
        ? { code: `ProvisioningState/failed/${fault.code}`, level: 'Error', message: fault.message }
        : { code: 'ProvisioningState/succeeded', level: 'Info' },
    ];
  }

  deleteVms(group: string, ids: readonly string[]): Completion {
    const scaleSet = this.scaleSet(group);
    for (const vm of scaleSet.vms) if (ids.includes(vm.instanceId)) vm.provisioningState = 'Deleting';
    return () => {
      scaleSet.vms = scaleSet.vms.filter(({ instanceId }) => !ids.includes(instanceId));
      return undefined;
    };
  }

  /** Applies autoscale settings at this time. */
  passTime(now: Date): void {
    for (const { others, scaleSet } of this.groups.values()) {
      const setting = others.get('microsoft.insights/autoscalesettings/end');
      const { profiles = [] } = (setting?.properties ?? {}) as { profiles?: Profile[] };
      const due = profiles.find(({ fixedDate }) => fixedDate && new Date(fixedDate.start) <= now);
      if (due && scaleSet) scaleSet.vms = scaleSet.vms.slice(0, Number(due.capacity.maximum));
    }
  }
}

interface Profile {
  capacity: { maximum: string };
  fixedDate?: { start: string };
}

function osProfileOf(body: Body) {
  const { properties } = body as {
    properties?: {
      virtualMachineProfile?: {
        osProfile?: { computerNamePrefix?: string; linuxConfiguration?: { ssh?: { publicKeys?: unknown } } };
      };
    };
  };
  return properties?.virtualMachineProfile?.osProfile;
}

function prefixOf(body: Body): string {
  return osProfileOf(body)?.computerNamePrefix ?? '';
}

function publicKeysOf(body: Body): string {
  return JSON.stringify(osProfileOf(body)?.linuxConfiguration?.ssh?.publicKeys);
}
