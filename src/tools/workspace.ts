/** Absolute paths on the node. Inside the sandbox `files` and `results` are /data/flood/files and /data/flood/results. */
export interface WorkspaceFolders {
  /** The uploaded files, unpacked; the working folder of the tool. */
  files: string;
  /** Files of script and tool for the archive. */
  results: string;
  /** Private to the tool: barrier, process record, raw result file. Not in the archive. */
  tool: string;
}
