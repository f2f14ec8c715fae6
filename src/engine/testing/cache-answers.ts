import type { Answers } from './answer.ts';

/**
 * /cached?h=Name:value&h=…: those headers; 304 for requests with the ETag or time that is `same` in the query.
 */
export const cacheAnswers: Answers = {
  cached: ({ url, headers, response }) => {
    const lines = url.searchParams.getAll('h').flatMap((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1)];
    });
    const same = url.searchParams.get('same');
    const isSame =
      same !== null && (headers['if-none-match'] === same || headers['if-modified-since'] === same);
    if (isSame) {
      response.writeHead(304, lines);
      response.end();
    } else {
      response.writeHead(Number(url.searchParams.get('status') ?? 200), [...lines, 'Content-Length', '5']);
      response.end('fresh');
    }
  },
};
