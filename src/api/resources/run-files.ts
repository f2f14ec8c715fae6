import Type from 'typebox';
import { runSchema } from '../../contract/resources/run.ts';
import { signingKeySchema } from '../../contract/resources/run-import.ts';
import type { ErrorDetail } from '../../domain/errors.ts';
import type { Exchange } from '../exchange.ts';
import { link } from '../hal/links.ts';
import { runResource } from '../hal/run.ts';
import { readFields } from '../params/fields.ts';
import { invalid } from '../params/grid-spec.ts';
import { isTree } from '../params/nested.ts';
import { type Answer, created, ok, type Route } from '../route.ts';

const importSchema = Type.Object({
  project: Type.Optional(Type.String({ maxLength: 200, description: 'Name; created if it does not exist' })),
});

export const runFileRoutes: Route[] = [
  {
    method: 'GET',
    path: '/runs/:runId/export',
    summary: 'Download a finished run as a signed file that other services import',
    changesState: false,
    success: { status: 200, contentType: 'application/gzip' },
    handle: async (exchange) => {
      const { runs, runFiles } = exchange.deps;
      const view = await runs.get(exchange.actor, exchange.param('runId'));
      const open = await runFiles.export(view, exchange.addresses.origin);
      return {
        status: 200,
        headers: {
          'content-disposition': `attachment; filename="${view.run.id}.spate-run.tar.gz"`,
          'cache-control': 'private, no-transform',
        },
        contentType: 'application/gzip',
        open,
      };
    },
  },
  {
    method: 'POST',
    path: '/runs/import',
    summary: 'Import a run file of this or another service; the run is read-only',
    changesState: true,
    body: { root: 'run', fields: importSchema, hasFiles: true },
    success: { status: 201, schema: runSchema },
    handle: importRun,
  },
  {
    method: 'GET',
    path: '/signing-key',
    summary: 'Public key that signs the run files of this service',
    changesState: false,
    success: { status: 200, schema: signingKeySchema },
    handle: async (exchange) => {
      const { publicKey, fingerprint } = await exchange.deps.runFiles.key();
      return ok({
        _links: { self: link('/signing-key') },
        algorithm: 'ed25519',
        public_key: publicKey,
        fingerprint,
      });
    },
  },
];

async function importRun(exchange: Exchange): Promise<Answer> {
  const view = await exchange.lookAtUploads(['run', 'run_files'], async (tree, files) => {
    const problems: ErrorDetail[] = [];
    const fields = readFields(importSchema, isTree(tree.run) ? tree.run : {}, 'run', problems);
    const [file, ...others] = files;
    if (file === undefined || others.length > 0) {
      const message = `run_files must be one run file, not ${files.length}. With curl: -F 'run_files[]=@run.spate-run.tar.gz'.`;
      problems.push({ code: file ? 'invalid' : 'required', message, field: 'run_files' });
    }
    if (file === undefined || problems.length > 0) throw invalid(problems);
    return exchange.deps.runFiles.import(exchange.actor, file, fields.project?.trim() ?? null);
  });
  return created(runResource(view, exchange.addresses), `/api/runs/${view.run.id}`);
}
