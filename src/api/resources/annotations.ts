import { annotationListSchema, annotationSchema } from '../../contract/resources/annotation.ts';
import type { AnnotationInput } from '../../runs/annotations.ts';
import type { Exchange } from '../exchange.ts';
import { annotationListResource, annotationResource, annotationsCsv } from '../hal/annotation.ts';
import { withQuery } from '../hal/links.ts';
import { invalid } from '../params/grid-spec.ts';
import { created, noContent, ok, type Route } from '../route.ts';
import {
  annotationListQuerySchema,
  newAnnotationSchema,
  newProjectAnnotationSchema,
} from '../schemas/annotations.ts';
import { visibleRun } from '../visible-run.ts';

const csvType = 'text/csv; charset=utf-8';

export const annotationRoutes: Route[] = [
  {
    method: 'GET',
    path: '/runs/:runId/annotations',
    summary: 'List notes and deploy markers of a run by time; empty without access to the account',
    changesState: false,
    success: { status: 200, schema: annotationListSchema },
    handle: async (exchange) => {
      const { found, run } = await annotationsOf(exchange);
      return ok(annotationListResource(`/runs/${run.id}/annotations`, found));
    },
  },
  {
    method: 'GET',
    path: '/runs/:runId/annotations.csv',
    summary: 'Notes and deploy markers of a run as CSV',
    changesState: false,
    success: { status: 200, contentType: csvType },
    handle: async (exchange) => {
      const { found, run } = await annotationsOf(exchange);
      const headers = { 'content-disposition': `attachment; filename="${run.id}-annotations.csv"` };
      return { status: 200, headers, contentType: csvType, text: annotationsCsv(found, run.startedAt) };
    },
  },
  {
    method: 'POST',
    path: '/runs/:runId/annotations',
    summary: 'Add a note or deploy marker to a run',
    changesState: true,
    body: { root: 'annotation', fields: newAnnotationSchema },
    success: { status: 201, schema: annotationSchema },
    handle: async (exchange) => {
      const { runs, annotations } = exchange.deps;
      const { run } = await runs.get(exchange.actor, exchange.param('runId'));
      const input = inputOf(await exchange.fields('annotation', newAnnotationSchema));
      const made = await annotations.addToRun(exchange.actor, run, input);
      return created(annotationResource(made), `/api/annotations/${made.id}`);
    },
  },
  {
    method: 'GET',
    path: '/annotations',
    summary: 'List deploy markers and notes of projects, the newest first',
    changesState: false,
    query: annotationListQuerySchema,
    success: { status: 200, schema: annotationListSchema },
    handle: async (exchange) => {
      const { project } = exchange.query(annotationListQuerySchema);
      const found = await exchange.deps.annotations.list(exchange.actor, project);
      return ok(annotationListResource(withQuery('/annotations', { project }), found));
    },
  },
  {
    method: 'POST',
    path: '/annotations',
    summary: 'Add a deploy marker or note to a project: every run that is active at that time shows it',
    changesState: true,
    body: { root: 'annotation', fields: newProjectAnnotationSchema },
    success: { status: 201, schema: annotationSchema },
    handle: async (exchange) => {
      const fields = await exchange.fields('annotation', newProjectAnnotationSchema);
      const project = fields.project?.trim() || null;
      const made = await exchange.deps.annotations.addToProject(exchange.actor, project, inputOf(fields));
      return created(annotationResource(made), `/api/annotations/${made.id}`);
    },
  },
  {
    method: 'DELETE',
    path: '/annotations/:annotationId',
    summary: 'Delete a note or deploy marker',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      await exchange.deps.annotations.remove(exchange.actor, exchange.param('annotationId'));
      return noContent;
    },
  },
];

async function annotationsOf(exchange: Exchange) {
  const { view, isMember } = await visibleRun(exchange);
  return { run: view.run, found: isMember ? await exchange.deps.annotations.ofRun(view.run) : [] };
}

function inputOf(fields: {
  text?: string | undefined;
  kind?: AnnotationInput['kind'] | undefined;
  at?: string | undefined;
}): AnnotationInput {
  const at = fields.at === undefined ? undefined : new Date(fields.at.trim());
  if (at !== undefined && Number.isNaN(at.getTime())) {
    const message = `annotation[at] must be a time such as 2027-01-31T12:00:00Z, not "${fields.at}".`;
    throw invalid([{ code: 'invalid', message, field: 'annotation[at]' }]);
  }
  return { text: fields.text?.trim() ?? '', kind: fields.kind ?? 'note', at };
}
