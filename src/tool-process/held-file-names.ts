/** Names of the files exchanged by every tool and its adapter, the same on the node and inside the sandbox. */
export const heldFileNames = {
  /** In paths.tool: created by the tool once it is loaded and waits at the barrier. */
  ready: 'ready',
  /** In paths.launch: commands of the adapter, see control-file.ts. */
  control: 'control',
  /** In paths.launch: changes to the load of a running tool, see live-control-file.ts. */
  liveControl: 'live-control',
  /** In paths.results: standard output and error. */
  output: 'stdout.log',
} as const;
