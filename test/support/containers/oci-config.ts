import type { ComposeService } from './compose.ts';
import type { ImageConfig } from './image-store.ts';

export interface OciContainer {
  root: string;
  image: Pick<ImageConfig, 'Env' | 'Entrypoint' | 'Cmd' | 'WorkingDir' | 'User'>;
  settings: Pick<ComposeService, 'tmpfs' | 'read_only' | 'cap_drop' | 'security_opt'>;
  environment: Record<string, string>;
  /** Replaces entrypoint and command of the image. */
  command?: readonly string[];
  /** Host paths by their path in the container. */
  binds: ReadonlyMap<string, { path: string; isReadOnly: boolean }>;
}

/** Paths that Docker masks in containers. */
const maskedPaths = [
  '/proc/acpi',
  '/proc/asound',
  '/proc/interrupts',
  '/proc/kcore',
  '/proc/keys',
  '/proc/latency_stats',
  '/proc/sched_debug',
  '/proc/scsi',
  '/proc/timer_list',
  '/proc/timer_stats',
  '/sys/devices/virtual/powercap',
  '/sys/firmware',
];
const readonlyPaths = ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'];

/** Flags of clone(2) that create namespaces. */
const namespaceFlags = 0x7e02_0000;
const [noPermission, notImplemented] = [1, 38];

/** System calls that Docker's seccomp profile forbids without CAP_SYS_ADMIN, as far as bubblewrap uses them. */
const seccomp = {
  defaultAction: 'SCMP_ACT_ALLOW',
  syscalls: [
    {
      names: ['mount', 'pivot_root', 'setns', 'umount2', 'unshare'],
      action: 'SCMP_ACT_ERRNO',
      errnoRet: noPermission,
    },
    // One rule per flag: a rule compares the masked argument with one value.
    ...flagsIn(namespaceFlags).map((flag) => ({
      names: ['clone'],
      action: 'SCMP_ACT_ERRNO',
      errnoRet: noPermission,
      args: [{ index: 0, value: flag, valueTwo: flag, op: 'SCMP_CMP_MASKED_EQ' }],
    })),
    { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: notImplemented },
  ],
};

/** Docker's configuration for runc, with the network of this machine. */
export function ociConfig({ root, image, settings, environment, command, binds }: OciContainer): object {
  const options = settings.security_opt ?? [];
  const [uid, gid] = image.User.split(':').map(Number);
  const none: string[] = [];
  if (!settings.cap_drop?.includes('ALL')) throw new Error('Containers of these tests have no capabilities.');
  const isPathsOpen = options.includes('systempaths=unconfined');
  return {
    ociVersion: '1.0.2',
    process: {
      user: { uid, gid },
      args: command ?? [...image.Entrypoint, ...image.Cmd],
      env: [...image.Env, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)],
      cwd: image.WorkingDir,
      capabilities: { bounding: none, effective: none, permitted: none, inheritable: none, ambient: none },
      noNewPrivileges: options.includes('no-new-privileges:true'),
    },
    root: { path: root, readonly: settings.read_only === true },
    hostname: 'container',
    mounts: [
      ...systemMounts,
      ...(settings.tmpfs ?? []).map((destination) => ({
        destination,
        type: 'tmpfs',
        source: 'tmpfs',
        options: ['noexec', 'nosuid', 'nodev', 'mode=1777'],
      })),
      ...[...binds].map(([destination, { path, isReadOnly }]) => ({
        destination,
        type: 'bind',
        source: path,
        options: ['rbind', 'rprivate', isReadOnly ? 'ro' : 'rw'],
      })),
    ],
    linux: {
      namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })),
      maskedPaths: isPathsOpen ? [] : maskedPaths,
      readonlyPaths: isPathsOpen ? [] : readonlyPaths,
      ...(options.includes('seccomp=unconfined') ? {} : { seccomp }),
    },
  };
}

function flagsIn(mask: number): number[] {
  return Array.from({ length: 31 }, (_, bit) => 2 ** bit).filter((flag) => (mask & flag) !== 0);
}

const strict = ['nosuid', 'noexec', 'nodev'];
const systemMounts = [
  { destination: '/proc', type: 'proc', source: 'proc', options: strict },
  {
    destination: '/dev',
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', 'strictatime', 'mode=755', 'size=65536k'],
  },
  {
    destination: '/dev/pts',
    type: 'devpts',
    source: 'devpts',
    options: ['nosuid', 'noexec', 'newinstance', 'ptmxmode=0666', 'mode=0620', 'gid=5'],
  },
  { destination: '/dev/shm', type: 'tmpfs', source: 'shm', options: [...strict, 'mode=1777', 'size=65536k'] },
  { destination: '/dev/mqueue', type: 'mqueue', source: 'mqueue', options: strict },
  { destination: '/sys', type: 'sysfs', source: 'sysfs', options: [...strict, 'ro'] },
];
