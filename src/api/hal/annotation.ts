import type { AnnotationListResource, AnnotationResource } from '../../contract/resources/annotation.ts';
import type { Annotation } from '../../domain/annotation.ts';
import { csvLine } from '../../lib/csv.ts';
import { link, timestamp } from './links.ts';

export function annotationResource({
  id,
  project,
  runId,
  at,
  kind,
  text,
  author,
}: Annotation): AnnotationResource {
  const self = link(`/annotations/${id}`);
  return { _links: { self }, uuid: id, project, run: runId, at: timestamp(at), kind, text, author };
}

export function annotationListResource(
  path: string,
  annotations: readonly Annotation[],
): AnnotationListResource {
  return {
    _links: { self: link(path) },
    _embedded: { annotations: annotations.map(annotationResource) },
  };
}

/** `startedAt` is the zero of the elapsed time. */
export function annotationsCsv(annotations: readonly Annotation[], startedAt: Date | null): string {
  const rows = annotations.map(({ at, kind, text, author }) => {
    const elapsedS = startedAt === null ? null : (at.getTime() - startedAt.getTime()) / 1000;
    return csvLine([at.toISOString(), elapsedS, kind, text, author]);
  });
  return csvLine(['Time', 'Elapsed (s)', 'Kind', 'Text', 'Author']) + rows.join('');
}
