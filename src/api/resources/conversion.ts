import { Readable } from 'node:stream';
import { planConversionSchema } from '../../contract/resources/plan-conversion.ts';
import type { DocumentUpload } from '../../converters/convert-upload.ts';
import type { ErrorDetail } from '../../domain/errors.ts';
import type { StagedFile } from '../../runs/runs.ts';
import type { Exchange } from '../exchange.ts';
import { withFetchedDocument } from '../fetch-document.ts';
import { readFields } from '../params/fields.ts';
import { invalid } from '../params/grid-spec.ts';
import { isTree } from '../params/nested.ts';
import type { Answer, Route } from '../route.ts';
import { conversionFieldsSchema } from '../schemas/conversion.ts';

export const conversionRoutes: Route[] = [
  {
    method: 'POST',
    path: '/plans/convert',
    summary:
      'Convert URLs, a curl command, or a HAR, OpenAPI or Postman document to a JMeter plan; nothing is stored',
    changesState: true,
    isLook: true,
    body: { root: 'plan', fields: conversionFieldsSchema, hasFiles: true },
    success: { status: 200, schema: planConversionSchema },
    handle: convert,
  },
];

const pieceBytes = 64 * 1024;

async function convert(exchange: Exchange): Promise<Answer> {
  return exchange.lookAtUploads(['plan', 'run_files'], async (tree, files) => {
    const problems: ErrorDetail[] = [];
    const fields = readFields(conversionFieldsSchema, isTree(tree.plan) ? tree.plan : {}, 'plan', problems);
    const given = documentOf(fields, files);
    if (typeof given === 'string') problems.push({ code: 'required', message: given, field: 'plan[text]' });
    if (typeof given === 'string' || problems.length > 0) throw invalid(problems);
    const convertOne = (document: DocumentUpload['document']) =>
      exchange.deps.convertDocument({
        document: { ...document, source: fields.source },
        options: {
          name: fields.name,
          keepsSecrets: fields.keep_secrets ?? false,
          baseUrl: fields.base_url,
          correlates: fields.correlate ?? true,
          hosts: fields.hosts ?? [],
          includesAssets: fields.assets ?? false,
        },
      });
    const json =
      'url' in given
        ? await withFetchedDocument(exchange, given.url, (file) => convertOne(fromFile(file)))
        : await convertOne(given);
    // In pieces, because encrypting a large response at once would block the event loop.
    const open = () => Readable.from(piecesOf(json), { objectMode: false });
    return { status: 200, contentType: exchange.jsonType, open };
  });
}

/** The only document of the request, or the problem. */
function documentOf(
  { text, url }: { text?: string; url?: string },
  files: readonly StagedFile[],
): DocumentUpload['document'] | { url: string } | string {
  const [file] = files;
  if (files.length + (text === undefined ? 0 : 1) + (url === undefined ? 0 : 1) > 1)
    return 'Several documents were sent. Send either plan[text], plan[url] or one file in run_files[].';
  if (file) return fromFile(file);
  if (url !== undefined) return { url: url.trim() };
  if (text !== undefined) return { text };
  return "plan[text] is required, or a file: with curl, -F 'run_files[]=@recording.har'.";
}

function fromFile({ path, sizeBytes, name }: StagedFile): DocumentUpload['document'] {
  return { path, sizeBytes, fileName: name };
}

function* piecesOf(json: Uint8Array<ArrayBuffer>): Generator<Buffer> {
  for (let at = 0; at < json.length; at += pieceBytes)
    yield Buffer.from(json.buffer, json.byteOffset + at, Math.min(pieceBytes, json.length - at));
}
