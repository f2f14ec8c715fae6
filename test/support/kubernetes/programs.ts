import { join } from 'node:path';
import { packageRoot } from '../../../src/lib/package-files.ts';
import { cachedProgram } from '../cached-program.ts';

const kubernetesVersion = '1.34.4';

/** Programs of a Kubernetes cluster, each built from the Go module of the same name in `programs/`. */
const programs = {
  kube: { packages: ['.'], flags: versionFlags(kubernetesVersion) },
  containerd: {
    packages: ['containerd', 'containerd-shim-runc-v2', 'ctr'].map(
      (name) => `github.com/containerd/containerd/v2/cmd/${name}`,
    ),
  },
  // Its C code enters namespaces, and the default seccomp profile of pods requires libseccomp.
  runc: { packages: ['github.com/opencontainers/runc'], hasC: true, tags: ['seccomp'] },
  cni: {
    packages: ['main/ptp', 'main/loopback', 'ipam/host-local'].map(
      (name) => `github.com/containernetworking/plugins/plugins/${name}`,
    ),
  },
  coredns: { packages: ['.'] },
  pause: { packages: ['.'] },
  helm: { packages: ['helm.sh/helm/v3/cmd/helm'], flags: helmFlags(kubernetesVersion) },
} as const satisfies Record<string, GoProgram>;

interface GoProgram {
  packages: readonly string[];
  flags?: string;
  /** Whether it has C code. */
  hasC?: boolean;
  tags?: readonly string[];
}

type ProgramName = keyof typeof programs;

/** Folders with the programs, by module. */
export type Programs = Record<ProgramName, string>;

const home = 'test/support/kubernetes';
const buildTimeoutMs = 90 * 60_000;

/** The programs of a cluster without a node. */
export type ControlPlanePrograms = Pick<Programs, 'kube'>;

/** Builds programs missing in the cache, sequentially: minutes on a new machine. Requires Go and gcc. */
export async function buildPrograms(): Promise<Programs> {
  const folders: [string, string][] = [];
  for (const name of Object.keys(programs) as ProgramName[]) folders.push([name, await builtProgram(name)]);
  return Object.fromEntries(folders) as Programs;
}

export async function buildControlPlane(): Promise<ControlPlanePrograms> {
  return { kube: await builtProgram('kube') };
}

function builtProgram(name: ProgramName): Promise<string> {
  const { packages, flags = '', hasC = false, tags = [] }: GoProgram = programs[name];
  return cachedProgram(name, {
    inputs: [`${home}/programs/${name}`, `${home}/programs.ts`],
    command: (folder) => ({
      program: 'go',
      args: [
        ...['build', '-trimpath', '-mod=readonly', '-tags', tags.join(), '-ldflags', `-s -w ${flags}`],
        ...['-o', `${folder}/`, ...packages],
      ],
      cwd: join(packageRoot, home, 'programs', name),
      env: { CGO_ENABLED: hasC ? '1' : '0' },
    }),
    timeoutMs: buildTimeoutMs,
  });
}

/** Without a version, clients reject the API server. */
function versionFlags(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return setStrings({
    'k8s.io/component-base/version.gitVersion': `v${version}`,
    'k8s.io/component-base/version.gitMajor': major,
    'k8s.io/component-base/version.gitMinor': minor,
    'k8s.io/client-go/pkg/version.gitVersion': `v${version}`,
  });
}

/** The version of Kubernetes that helm assumes without a cluster, as in its releases. */
function helmFlags(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  const packages = ['chartutil', 'lint/rules'];
  return setStrings(
    Object.fromEntries(
      packages.flatMap((name) => [
        [`helm.sh/helm/v3/pkg/${name}.k8sVersionMajor`, major],
        [`helm.sh/helm/v3/pkg/${name}.k8sVersionMinor`, minor],
      ]),
    ),
  );
}

/** Options of the Go linker that set variables. */
function setStrings(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `-X ${name}=${value}`)
    .join(' ');
}
