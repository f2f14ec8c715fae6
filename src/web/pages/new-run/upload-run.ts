import { ContractError, errorOfResponse } from '../../../contract/contract-error.ts';
import { formOfRun, type NewRunInput } from '../../../contract/inputs.ts';
import type { RunResource } from '../../../contract/resources/run.ts';
import { apiUrl } from '../../app/api.ts';
import { uploadProblem } from './upload-problem.ts';

/** Creates a run and reports upload progress, which fetch does not support. */
export function uploadRun(
  input: NewRunInput,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<RunResource> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', apiUrl('/runs'));
    request.setRequestHeader('accept', 'application/vnd.service.v2+json');
    let isSent = false;
    request.upload.onprogress = ({ loaded, total }) => {
      isSent = loaded >= total;
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.upload.onload = () => {
      isSent = true;
    };
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as RunResource);
      else errorOfResponse(new Response(responseText, { status })).then(reject, reject);
    };
    const fail = (why: 'unreachable' | 'cancelled') =>
      reject(new ContractError(0, why, uploadProblem(why, isSent)));
    request.onerror = () => fail('unreachable');
    request.onabort = () => fail('cancelled');
    signal.addEventListener('abort', () => request.abort());
    request.send(formOfRun(input));
  });
}
