import { booleanProperty, type PlanElement } from '../../../jmx/plan-tree.ts';
import type { CompileContext } from '../../core.ts';
import { JavaException } from '../../http/http-failure.ts';
import { type FileBodies, fileBodiesOf } from '../../http/http-files.ts';
import { formatBinary, parseBinary } from '../../http/websocket/binary-text.ts';
import { WebSocketFailure } from '../../http/websocket/websocket-failure.ts';
import type { RunningSample } from './websocket-kind.ts';
import type { Payload } from './websocket-settings.ts';

export interface RequestData {
  /** Sends the data as one frame, then continues. Ends the sample when the data is invalid. */
  send(sample: RunningSample, then: () => void): void;
}

const maxShownBytes = 100;
/** Response code of samples that fail because of their data, as in the plugin. */
const errorCode = 'Sampler Error';

/** The data of a request: a text, bytes as a text, or a file. */
export function requestData(element: PlanElement, context: CompileContext, payload: Payload): RequestData {
  const text = context.text(element, 'requestData');
  const path = context.text(element, 'dataFile');
  const isFile = booleanProperty(element, 'loadDataFromFile');
  const files = fileBodiesOf(context);
  return {
    send(sample, then) {
      const { user } = sample;
      const given = text.evaluate(user);
      const file = isFile ? readFile(files, path.evaluate(user)) : undefined;
      if (file !== undefined && 'problem' in file) {
        sample.failWith(errorCode, file.problem);
        return;
      }
      const data = dataOf(payload, given, file?.bytes);
      if (data === undefined) {
        sample.failWith(errorCode, `Request data is not binary: ${given}`);
        return;
      }
      sample.result.samplerData += `\nRequest data:\n${data.shown}\n`;
      sample.send(payload === 'Binary' ? 'binary' : 'text', data.bytes, then);
    },
  };
}

/** Undefined if the text is not binary data. */
function dataOf(
  payload: Payload,
  given: string,
  file: Buffer | undefined,
): { bytes: Buffer; shown: string } | undefined {
  if (payload === 'Binary') {
    const bytes = file ?? parseBinary(given);
    return bytes && { bytes, shown: file ? formatBinary(file, maxShownBytes, '...') : given };
  }
  const raw = file?.toString('utf8') ?? given;
  const shown = payload === 'TextStomp' ? raw.replaceAll('^@', '\0') : raw;
  return { bytes: Buffer.from(shown, 'utf8'), shown };
}

function readFile(files: FileBodies, path: string): { bytes: Buffer } | { problem: string } {
  try {
    return { bytes: files.read(path) };
  } catch (error) {
    if (!(error instanceof JavaException)) {
      throw error;
    }
    const reason = /\((.*)\)$/.exec(error.message)?.[1] ?? error.message;
    const problem = fileProblems[reason];
    if (problem === undefined) {
      throw new WebSocketFailure('io', reason);
    }
    return { problem: `Request data cannot be loaded, file '${path}' ${problem}` };
  }
}

const fileProblems: Readonly<Record<string, string>> = {
  'No such file or directory': 'not found',
  'Permission denied': 'not readable',
};
