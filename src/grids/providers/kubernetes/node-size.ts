/** Processor and memory of a node, as quantities of Kubernetes. */
export interface NodeSize {
  cpu: string;
  memory: string;
}

/** For grids without an instance type. */
const defaultSize: NodeSize = { cpu: '2', memory: '4Gi' };

/** Names of EC2 instances, with the processor and memory of their machines. */
const cpusOfSize = { large: 2, xlarge: 4, '2xlarge': 8, '4xlarge': 16 } as const;
const memoryGibPerCpu = { c5: 2, c6i: 2, c7i: 2, m5: 4, m6i: 4, m7i: 4, r5: 8, r6i: 8 } as const;

const sizesByType: ReadonlyMap<string, NodeSize> = new Map([
  ['local', defaultSize],
  ...Object.entries(memoryGibPerCpu).flatMap(([family, gib]) =>
    Object.entries(cpusOfSize).map(([size, cpus]): [string, NodeSize] => [
      `${family}.${size}`,
      { cpu: String(cpus), memory: `${cpus * gib}Gi` },
    ]),
  ),
]);

/** The size of an instance type: a name such as `m5.large`, or `cpu=4,memory=8Gi`. Undefined if it is neither. */
export function nodeSizeOf(instanceType: string): NodeSize | undefined {
  const known = sizesByType.get(instanceType);
  if (known) return known;
  const [, cpu, memory] = /^cpu=(\d+m|\d+(?:\.\d+)?),memory=(\d+[KMGT]i?)$/.exec(instanceType) ?? [];
  const isPositive = (quantity: string) => Number.parseFloat(quantity) > 0;
  return cpu && memory && isPositive(cpu) && isPositive(memory) ? { cpu, memory } : undefined;
}

/** For error messages. */
export const knownInstanceTypes = `${[...sizesByType.keys()].join(', ')}, or a size such as cpu=4,memory=8Gi`;
