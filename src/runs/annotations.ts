import type { Actor } from '../domain/account.ts';
import type { Annotation, AnnotationKind } from '../domain/annotation.ts';
import { AppError } from '../domain/errors.ts';
import type { Run } from '../domain/run.ts';
import { newId } from '../lib/id.ts';
import {
  annotationsOfRun,
  countAnnotations,
  deleteAnnotation,
  insertAnnotation,
  listAnnotations,
} from '../store/annotations.ts';
import { projectOfActor } from './project-of-actor.ts';
import type { RunContext } from './run-context.ts';

/** Operations on annotations. */
export interface Annotations {
  /** By time, including those of the project while the run was active. */
  ofRun(run: Run): Promise<Annotation[]>;
  /** Of projects as a whole, the newest first. */
  list(actor: Actor, project?: string): Promise<Annotation[]>;
  addToRun(actor: Actor, run: Run, input: AnnotationInput): Promise<Annotation>;
  addToProject(actor: Actor, project: string | null, input: AnnotationInput): Promise<Annotation>;
  remove(actor: Actor, annotationId: string): Promise<void>;
}

export interface AnnotationInput {
  text: string;
  kind: AnnotationKind;
  /** Default: now. */
  at: Date | undefined;
}

const maxPerRun = 200;
const shown = 500;

export function createAnnotations(context: RunContext): Annotations {
  const { database, clock } = context.grids;

  async function findOwn(actor: Actor, id: string): Promise<Annotation> {
    const [found] = await listAnnotations(database, actor, { id, limit: 1 });
    if (found) return found;
    throw new AppError('not_found', `Sorry, we cannot find that resource. There is no annotation ${id}.`);
  }

  async function add(
    actor: Actor,
    place: { projectId: number; runId: string | null },
    { text, kind, at = new Date(clock.nowMs()) }: AnnotationInput,
  ): Promise<Annotation> {
    const id = newId();
    const { accountId, userId } = actor;
    await insertAnnotation(database, { id, accountId, userId, ...place, text, kind, at });
    return findOwn(actor, id);
  }

  return {
    ofRun: (run) => annotationsOfRun(database, run, shown),
    list: (actor, project) => listAnnotations(database, actor, { project, limit: shown }),

    async addToRun(actor, run, input) {
      if (run.imported !== null)
        throw new AppError('invalid', `Run ${run.id} was imported and is read-only. Annotate its original.`);
      if ((await countAnnotations(database, run.id)) >= maxPerRun)
        throw new AppError('invalid', `A run has at most ${maxPerRun} annotations. Delete one first.`);
      return add(actor, { projectId: run.project.id, runId: run.id }, input);
    },

    async addToProject(actor, name, input) {
      const project = await database.transaction((tx) =>
        projectOfActor(tx, actor, name, 'annotation[project]'),
      );
      return add(actor, { projectId: project.id, runId: null }, input);
    },

    async remove(actor, id) {
      await findOwn(actor, id);
      await deleteAnnotation(database, id);
    },
  };
}
