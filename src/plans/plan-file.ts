/** An uploaded file as the plan checks see it; `content` is there for those that could be a plan. */
export interface PlanFile {
  /** As uploaded; what came out of an archive has its folders in front, with `/`. */
  name: string;
  content?: Uint8Array;
}

/** The last part of a path of either kind: `C:\data\users.csv` and `/tmp/users.csv` are both `users.csv`. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
