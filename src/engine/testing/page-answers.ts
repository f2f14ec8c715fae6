import { type Answers, send } from './answer.ts';

/** /frames/n: a page with /frames/n+1 in a frame, endlessly. */
export const pageAnswers: Answers = {
  frames: ({ what, response }) =>
    send(response, 'text/html', `<iframe src="/frames/${Number(what) + 1}"></iframe>`),
};
