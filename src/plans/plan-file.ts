/** An uploaded file as the plan checks see it; `content` is set for possible plans. */
export interface PlanFile {
  /** As uploaded; a file from an archive has its folders as prefix, with `/`. */
  name: string;
  content?: Uint8Array;
}

/** Last segment of a Unix or Windows path: `C:\data\users.csv` and `/tmp/users.csv` are both `users.csv`. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
