import type { HostOverride } from '../../plans/override-hosts.ts';
import type { WorkspaceFolders } from '../workspace.ts';

/** Where things are as the tool sees them. */
export interface SandboxPaths {
  files: string;
  results: string;
  /** The tool's own writable folder. */
  tool: string;
  /** What we wrote for it and still write to it; it cannot change that. */
  launch: string;
  /** Empty when it has none. */
  toolchain: string;
  /** Our own package: `src` and `node_modules` are in it. */
  program: string;
  /** The Node.js that we run on ourselves. */
  node: string;
}

export interface SandboxCommand {
  executionId: string;
  folders: WorkspaceFolders;
  /** The toolchain on this machine; undefined for a tool that has none. */
  toolchain: string | undefined;
  /** Further folders of this machine that it may read, where `seenAt` says. */
  readOnly: readonly string[];
  argv: readonly string[];
  /** The whole environment of the tool. */
  env: ReadonlyMap<string, string>;
  hosts: readonly HostOverride[];
  memoryBytes: number;
  maxProcesses: number;
  /** No single file may be larger; 0 or undefined: no limit. */
  maxFileBytes?: number;
  /** Where its standard output and error go. */
  outputPath: string;
}

/** How user code is kept apart from the machine it runs on. */
export interface Sandbox {
  readonly kind: 'bubblewrap' | 'none';
  /** Why there is no better one, as a sentence; empty for bubblewrap. */
  readonly remark: string;
  /** What it does not keep apart or limit on this machine, as sentences. */
  readonly notes: readonly string[];
  /** Why user code must not run here, as a sentence that says what to do; undefined when it may. */
  refusal(): Promise<string | undefined>;
  paths(folders: WorkspaceFolders, toolchain: string | undefined): SandboxPaths;
  /** Where the tool finds a folder given as `readOnly`. */
  seenAt(folder: string): string;
  /** Starts the command in a session of its own; it outlives us. */
  start(command: SandboxCommand): Promise<void>;
  isRunning(folders: WorkspaceFolders): Promise<boolean>;
  /** Ends every process in it; resolves when none is left. */
  kill(folders: WorkspaceFolders): Promise<void>;
  /** The exit code as a shell sees it; undefined when unknown. */
  exitCode(folders: WorkspaceFolders): Promise<number | undefined>;
  /** True when the kernel ended something in it for using too much memory, as far as that can be known. */
  wasOutOfMemory(folders: WorkspaceFolders): Promise<boolean>;
  /** Undoes what `start` set up outside of the workspace, once nothing runs. */
  cleanUp(folders: WorkspaceFolders): Promise<void>;
}
