export type AnnotationKind = 'note' | 'deploy';

/** A note or deploy marker on the time axis of runs. */
export interface Annotation {
  id: string;
  project: string;
  /** Null: shown on every run of the project that was active at that time. */
  runId: string | null;
  at: Date;
  kind: AnnotationKind;
  text: string;
  /** E-mail address; null for users without one, such as applications. */
  author: string | null;
}
