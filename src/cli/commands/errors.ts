import type { ErrorSampleListResource } from '../../contract/resources/error-sample.ts';
import { durationOfMs } from '../../lib/figures.ts';
import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr } from '../json-flag.ts';
import { openRun } from '../service/open-run.ts';

type Sample = ErrorSampleListResource['_embedded']['error_samples'][number];

export const errors: Command = {
  name: 'errors',
  summary: 'Print requests and responses of the first failed samples of a run.',
  usage: ['ID [--label <label>] [--code <code>]'],
  options: clientOptions,
  flags: {
    label: { value: 'label', sentence: 'Only this label.' },
    code: { value: 'code', sentence: 'Only this code, such as 503.' },
    json: jsonFlag,
  },
  about: `${idSentence} Each node keeps up to three samples per label and error. Secrets are replaced by ***.`,
  examples: [{ line: 'spate errors last --code 503', does: 'what the target answered' }],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { flags, terminal } = context;
  const { client, run: found } = await openRun(context, 'errors ID');
  const list = await client.runs.errorSamples(found.uuid, {
    ...(flags.label !== undefined && { label: flags.label }),
    ...(flags.code !== undefined && { code: flags.code }),
  });
  const samples = list._embedded.error_samples;
  sayJsonOr(context, samples, () => {
    if (samples.length === 0) terminal.note('No failed samples were kept.');
    else terminal.say(samples.map(describe).join(`\n\n${'─'.repeat(40)}\n\n`));
    if (samples.length < list.total) terminal.note(`${samples.length} of ${list.total} samples.`);
  });
  return 0;
}

function describe(sample: Sample): string {
  const { label, code, message, started, grid, node, request, response } = sample;
  const times = `${durationOfMs(sample.response_time)} (connect ${durationOfMs(sample.connect_time)}, first byte ${durationOfMs(sample.latency)})`;
  return [
    `${label}: ${code} ${message}`,
    `${started}, ${times}, node ${node + 1} of ${grid}`,
    sample.url,
    ...(sample.trace_id === null ? [] : [`Trace ${sample.trace_id}`]),
    ...(sample.details === '' ? [] : ['', indented('', sample.details)]),
    '',
    indented(request.head, request.body),
    '',
    indented(response.head, response.body),
  ].join('\n');
}

/** Control characters of a response must not reach the terminal. */
function indented(head: string, body: string): string {
  const text = [head.trim(), body].filter(Boolean).join('\n\n') || '(none)';
  return text
    .replaceAll('\r', '')
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
