import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { makeCa, makeServerCertificate } from '../../../src/api/tls/certificates.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { controlGroupHierarchies, IsolatedMachine, machineAddress } from './isolated-machine.ts';
import type { ControlPlanePrograms, Programs } from './programs.ts';

const apiUrl = `https://${machineAddress}:6443`;
const podNetwork = '10.244.0.0/24';
const serviceNetwork = '10.96.0.0/16';
const nodeName = 'node1';
/** Image that holds the namespaces of pods. */
export const pauseImage = 'localhost/pause:1';

/** Users of the API server by the name of their kubeconfig; each has a token. */
const users = {
  admin: { name: 'admin', groups: 'system:masters' },
  controllers: { name: 'system:kube-controller-manager', groups: '' },
  scheduler: { name: 'system:kube-scheduler', groups: '' },
  kubelet: { name: `system:node:${nodeName}`, groups: 'system:nodes' },
  proxy: { name: 'system:kube-proxy', groups: '' },
} as const;

const controllers = [
  'deployment-controller',
  'job-controller',
  'ttl-after-finished-controller',
  'replicaset-controller',
  'endpointslice-controller',
  'garbage-collector-controller',
  'namespace-controller',
  'serviceaccount-controller',
  'serviceaccount-token-controller',
  'root-ca-certificate-publisher-controller',
  'node-lifecycle-controller',
  'pod-garbage-collector-controller',
  'persistentvolume-binder-controller',
  'persistentvolumeclaim-protection-controller',
  'persistentvolume-protection-controller',
];

function tokenOf(user: string): string {
  return `token-of-${user}`;
}

/** Logs the requests of service accounts of the default namespace. */
const auditPolicy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [{ level: 'Metadata', userGroups: ['system:serviceaccounts:default'] }, { level: 'None' }],
};

/** A Kubernetes cluster with one node: control plane, kubelet, containerd, kube-proxy and CoreDNS. Requires root. */
export class Cluster {
  readonly machine: IsolatedMachine;
  readonly #folder: string;
  readonly #programs: ControlPlanePrograms & Partial<Programs>;

  private constructor(machine: IsolatedMachine, folder: string, programs: ControlPlanePrograms) {
    this.machine = machine;
    this.#folder = folder;
    this.#programs = programs;
  }

  static async start(t: TestContext, programs: Programs): Promise<Cluster> {
    const cluster = await Cluster.startControlPlane(t, programs);
    await cluster.#startNode(programs);
    return cluster;
  }

  /** Without a node: pods are created and never run. */
  static async startControlPlane(t: TestContext, programs: ControlPlanePrograms): Promise<Cluster> {
    const folder = await temporaryFolder(t);
    // Pods in user namespaces have no rights of root, and pass through it.
    await chmod(folder, 0o711);
    const machine = await IsolatedMachine.start(t, folder);
    const cluster = new Cluster(machine, folder, programs);
    await cluster.#writeFiles();
    await cluster.#startControlPlane();
    return cluster;
  }

  /** Loads an image from a file of ImageStore.save. */
  async load(file: string): Promise<void> {
    const ctr = join(this.#programs.containerd ?? '', 'ctr');
    await this.machine.run(
      ctr,
      '--address',
      this.#path('containerd.sock'),
      '-n',
      'k8s.io',
      'images',
      'import',
      file,
    );
  }

  kubectl(...args: string[]): Promise<string> {
    return this.machine.run(this.#path('bin/kubectl'), ...this.#asAdmin, ...args);
  }

  helm(...args: string[]): Promise<string> {
    return this.machine.run(join(this.#programs.helm ?? '', 'helm'), ...this.#asAdmin, ...args);
  }

  /**
   * A kubeconfig for the API server from this process, with the context `test`: as the administrator, or with a
   * token.
   */
  async kubeconfig(t: TestContext, token = tokenOf('admin')): Promise<string> {
    const port = await this.machine.reach(t, `${machineAddress}:6443`);
    const path = join(await temporaryFolder(t), 'kubeconfig');
    await writeFile(path, JSON.stringify(this.#kubeconfig(token, `https://127.0.0.1:${port}`)));
    return path;
  }

  /** Requests of a service account that the API server has answered or started to answer, oldest first. */
  async requestsOf(account: string): Promise<{ verb: string; resource: string }[]> {
    const lines = (await readFile(this.#path('audit.log'), 'utf8')).split('\n').filter((line) => line !== '');
    const events = lines.map((line) => JSON.parse(line));
    return events
      .filter(({ user }) => user.username === `system:serviceaccount:default:${account}`)
      .map(({ verb, objectRef }) => ({ verb, resource: objectRef?.resource ?? '' }));
  }

  stopApiServer(): Promise<void> {
    return this.machine.kill('kube-apiserver');
  }

  /** Resolves when it is ready. */
  async startApiServer(): Promise<void> {
    const path = (name: string) => this.#path(name);
    await this.#start('kube-apiserver', [
      '--etcd-servers=http://127.0.0.1:2379',
      `--advertise-address=${machineAddress}`,
      `--tls-cert-file=${path('api.crt')}`,
      `--tls-private-key-file=${path('api.key')}`,
      `--token-auth-file=${path('tokens.csv')}`,
      '--authorization-mode=Node,RBAC',
      `--service-account-key-file=${path('accounts.pub')}`,
      `--service-account-signing-key-file=${path('accounts.key')}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-cluster-ip-range=${serviceNetwork}`,
      '--kubelet-preferred-address-types=InternalIP',
      `--audit-policy-file=${path('audit.json')}`,
      `--audit-log-path=${path('audit.log')}`,
      '--audit-log-mode=blocking',
    ]);
    await until('the API server is ready', () => this.#isReady('get', '--raw', '/readyz'), 120_000, 200);
  }

  /** Creates objects. */
  async apply(...objects: object[]): Promise<void> {
    const file = this.#path('objects.json');
    await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
    await this.kubectl('apply', '--filename', file);
  }

  get #asAdmin(): string[] {
    return ['--kubeconfig', this.#path('admin.kubeconfig')];
  }

  async #writeFiles(): Promise<void> {
    await mkdir(this.#path('bin'));
    const roles = [
      'etcd',
      'kube-apiserver',
      'kube-controller-manager',
      'kube-scheduler',
      'kube-proxy',
      'kubelet',
      'kubectl',
    ];
    for (const role of roles) await symlink(join(this.#programs.kube, 'kube'), this.#path(`bin/${role}`));
    const now = Date.now();
    const ca = await makeCa(now, 'cluster');
    const hosts = [
      'kubernetes',
      'kubernetes.default',
      'kubernetes.default.svc',
      machineAddress,
      '10.96.0.1',
      '127.0.0.1',
    ];
    const server = await makeServerCertificate(ca, hosts, now);
    const accounts = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'sec1', format: 'pem' },
    });
    const files: Record<string, string> = {
      'ca.crt': ca.certificatePem,
      'api.crt': server.certificatePem,
      'api.key': server.keyPem,
      'accounts.key': accounts.privateKey,
      'accounts.pub': accounts.publicKey,
      'tokens.csv': Object.entries(users)
        .map(([user, { name, groups }]) => `${tokenOf(user)},${name},${user},"${groups}"\n`)
        .join(''),
      'resolv.conf': `nameserver ${machineAddress}\n`,
      Corefile: `. {\n bind ${machineAddress}\n errors\n kubernetes cluster.local {\n kubeconfig ${this.#path('admin.kubeconfig')}\n }\n}\n`,
      'kubelet.json': JSON.stringify(this.#kubeletConfig()),
      'proxy.json': JSON.stringify(this.#proxyConfig()),
      'audit.json': JSON.stringify(auditPolicy),
      'audit.log': '',
    };
    for (const user of Object.keys(users))
      files[`${user}.kubeconfig`] = JSON.stringify(this.#kubeconfig(tokenOf(user)));
    for (const [name, text] of Object.entries(files)) await writeFile(this.#path(name), text);
    await mkdir(this.#path('cni'));
    await writeFile(this.#path('cni/10-pods.conflist'), JSON.stringify(this.#networkConfig()));
    for (const hierarchy of await controlGroupHierarchies())
      await mkdir(join(hierarchy, this.machine.controlGroup), { recursive: true });
  }

  async #startControlPlane(): Promise<void> {
    const path = (name: string) => this.#path(name);
    await this.#start('etcd', [
      `--data-dir=${path('etcd')}`,
      '--listen-client-urls=http://127.0.0.1:2379',
      '--advertise-client-urls=http://127.0.0.1:2379',
      '--listen-peer-urls=http://127.0.0.1:2380',
      '--unsafe-no-fsync',
      '--log-level=warn',
    ]);
    await this.startApiServer();
    const local = ['--leader-elect=false', '--bind-address=127.0.0.1', '--secure-port=0'];
    await this.#start('kube-controller-manager', [
      ...local,
      `--kubeconfig=${path('controllers.kubeconfig')}`,
      `--service-account-private-key-file=${path('accounts.key')}`,
      `--root-ca-file=${path('ca.crt')}`,
      '--use-service-account-credentials=true',
      `--controllers=${controllers.join()}`,
    ]);
    await this.#start('kube-scheduler', [...local, `--kubeconfig=${path('scheduler.kubeconfig')}`]);
    await until(
      'the default service account exists',
      () => this.#isReady('get', 'serviceaccount', 'default'),
      120_000,
      200,
    );
  }

  async #startNode(programs: Programs): Promise<void> {
    const { containerd, coredns } = programs;
    await writeFile(this.#path('containerd.toml'), this.#containerdConfig(programs));
    await this.machine.start(
      'containerd',
      'env',
      `PATH=${containerd}:${process.env.PATH}`,
      join(containerd, 'containerd'),
      '--config',
      this.#path('containerd.toml'),
    );
    await this.machine.start('coredns', join(coredns, 'coredns'), '-conf', this.#path('Corefile'));
    await this.#start('kube-proxy', [
      `--config=${this.#path('proxy.json')}`,
      `--hostname-override=${nodeName}`,
    ]);
    await this.#start('kubelet', [
      `--config=${this.#path('kubelet.json')}`,
      `--kubeconfig=${this.#path('kubelet.kubeconfig')}`,
      `--root-dir=${this.#path('kubelet')}`,
      `--cert-dir=${this.#path('kubelet-certificates')}`,
      `--hostname-override=${nodeName}`,
      `--node-ip=${machineAddress}`,
    ]);
    await until(
      'the node is ready',
      () => this.#isReady('wait', `node/${nodeName}`, '--for=condition=Ready', '--timeout=1s'),
      600_000,
      200,
    );
  }

  async #isReady(...args: string[]): Promise<boolean> {
    return (await this.machine.tryRun(this.#path('bin/kubectl'), ...this.#asAdmin, ...args)).code === 0;
  }

  #start(role: string, args: readonly string[]): Promise<string> {
    return this.machine.start(role, this.#path(`bin/${role}`), ...args);
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  #kubeconfig(token: string, server = apiUrl): object {
    return {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'test', cluster: { server, 'certificate-authority': this.#path('ca.crt') } }],
      users: [{ name: 'user', user: { token } }],
      contexts: [{ name: 'test', context: { cluster: 'test', user: 'user' } }],
      'current-context': 'test',
    };
  }

  #kubeletConfig(): object {
    const socket = `unix://${this.#path('containerd.sock')}`;
    return {
      apiVersion: 'kubelet.config.k8s.io/v1beta1',
      kind: 'KubeletConfiguration',
      // Unreachable from outside of the isolated machine.
      authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
      authorization: { mode: 'AlwaysAllow' },
      cgroupDriver: 'cgroupfs',
      cgroupRoot: `/${this.machine.controlGroup}`,
      failCgroupV1: false,
      enforceNodeAllocatable: [],
      failSwapOn: false,
      containerRuntimeEndpoint: socket,
      imageServiceEndpoint: socket,
      resolvConf: this.#path('resolv.conf'),
      clusterDNS: [machineAddress],
      clusterDomain: 'cluster.local',
      localStorageCapacityIsolation: false,
      evictionHard: { 'memory.available': '50Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
      // Without CAP_SYS_RESOURCE, root cannot lower this value.
      oomScoreAdj: 0,
      readOnlyPort: 0,
    };
  }

  #proxyConfig(): object {
    return {
      apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
      kind: 'KubeProxyConfiguration',
      mode: 'iptables',
      clientConnection: { kubeconfig: this.#path('proxy.kubeconfig') },
      clusterCIDR: podNetwork,
      // Settings of the whole machine, which this namespace cannot change.
      conntrack: { maxPerCore: 0, min: 0 },
      oomScoreAdj: 0,
    };
  }

  /** Pods are connected to the node individually, so that all their traffic passes its firewall. */
  #networkConfig(): object {
    return {
      cniVersion: '1.0.0',
      name: 'pods',
      plugins: [
        {
          type: 'ptp',
          ipam: {
            type: 'host-local',
            dataDir: this.#path('addresses'),
            ranges: [[{ subnet: podNetwork }]],
            routes: [{ dst: '0.0.0.0/0' }],
          },
        },
      ],
    };
  }

  #containerdConfig({ cni, runc }: Programs): string {
    const runtime = `plugins."io.containerd.cri.v1.runtime"`;
    return `version = 3
root = "${this.#path('containerd-root')}"
state = "${this.#path('containerd-state')}"
[grpc]
  address = "${this.#path('containerd.sock')}"
[plugins."io.containerd.cri.v1.images".pinned_images]
  sandbox = "${pauseImage}"
[${runtime}]
  disable_apparmor = true
  restrict_oom_score_adj = true
[${runtime}.containerd.runtimes.runc]
  runtime_type = "io.containerd.runc.v2"
[${runtime}.containerd.runtimes.runc.options]
  BinaryName = "${join(runc, 'runc')}"
  SystemdCgroup = false
[${runtime}.cni]
  bin_dirs = ["${cni}"]
  conf_dir = "${this.#path('cni')}"
`;
  }
}
