import { broken, type DocumentReader } from './conversion.ts';
import { makeRequest, methodOf } from './make-request.ts';
import { requestUrl } from './request-url.ts';

/** Reads one request per line, as `[method] URL [weight]`. Empty lines and lines that start with # are ignored. */
export const readUrls: DocumentReader = (text) => {
  const lines = text.split('\n').map((line) => line.trim());
  const requests = lines.filter((line) => line !== '' && !line.startsWith('#')).map(readLine);
  if (requests.length === 0)
    throw broken('There is no URL. Write one per line, such as: POST https://shop.example/cart 3');
  return { plan: { name: '', variables: [], cookies: [], requests }, warnings: [] };
};

function readLine(line: string) {
  const words = line.split(/\s+/);
  const hasMethod = words.length > 1 && /^[a-z]+$/i.test(words[0] ?? '');
  const method = methodOf((hasMethod && words.shift()) || 'GET');
  const [url = '', weight, ...others] = words;
  if (others.length > 0 || (weight !== undefined && !/^x?\d{1,6}(\.\d+)?$/.test(weight)))
    throw broken(
      `"${line.slice(0, 200)}" is not a request. Use [method] URL [weight], such as: POST https://shop.example/cart 3`,
    );
  const share = Number((weight ?? '1').replace('x', ''));
  if (share <= 0)
    throw broken(`"${line.slice(0, 200)}" has weight 0. Use a weight above 0, or omit the request.`);
  return makeRequest({ method, url: requestUrl(url), weight: share });
}
