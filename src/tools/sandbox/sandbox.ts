import type { HostOverride } from '../../plans/override-hosts.ts';
import type { WorkspaceFolders } from '../workspace.ts';

/** Paths inside the sandbox. */
export interface SandboxPaths {
  files: string;
  results: string;
  /** Writable folder of the tool. */
  tool: string;
  /** Files written by the agent; read-only for the tool. */
  launch: string;
  /** Empty without a toolchain. */
  toolchain: string;
  /** Our package, with `src` and `node_modules`. */
  program: string;
  /** The Node.js of the agent. */
  node: string;
}

export interface SandboxCommand {
  executionId: string;
  folders: WorkspaceFolders;
  /** The toolchain on this machine, if any. */
  toolchain: string | undefined;
  /** Further readable folders of this machine, mounted at `seenAt`. */
  readOnly: readonly string[];
  argv: readonly string[];
  /** The complete environment of the tool. */
  env: ReadonlyMap<string, string>;
  hosts: readonly HostOverride[];
  memoryBytes: number;
  maxProcesses: number;
  /** Maximum size of a single file; 0 or undefined: no limit. */
  maxFileBytes?: number;
  /** File for standard output and error. */
  outputPath: string;
}

/** Isolation of user code from its machine. */
export interface Sandbox {
  readonly kind: 'bubblewrap' | 'none';
  /** Why there is no isolation, as a message; empty for bubblewrap. */
  readonly remark: string;
  /** Missing isolation or limits on this machine, as messages. */
  readonly notes: readonly string[];
  /** Why user code must not run on this machine, as a message with a fix; undefined when it may. */
  refusal(): Promise<string | undefined>;
  paths(folders: WorkspaceFolders, toolchain: string | undefined): SandboxPaths;
  /** Path inside the sandbox of a folder given as `readOnly`. */
  seenAt(folder: string): string;
  /** Starts the command in its own session; it outlives the agent. */
  start(command: SandboxCommand): Promise<void>;
  isRunning(folders: WorkspaceFolders): Promise<boolean>;
  /** Kills every process in it; resolves when none is left. */
  kill(folders: WorkspaceFolders): Promise<void>;
  /** Exit code as in a shell; undefined when unknown. */
  exitCode(folders: WorkspaceFolders): Promise<number | undefined>;
  /** True when the kernel has killed a process in it for lack of memory, as far as known. */
  wasOutOfMemory(folders: WorkspaceFolders): Promise<boolean>;
  /** Undoes what `start` set up outside of the workspace, once nothing runs. */
  cleanUp(folders: WorkspaceFolders): Promise<void>;
}
