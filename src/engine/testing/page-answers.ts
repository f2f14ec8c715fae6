import { type Answers, send } from './answer.ts';

/** /frames/n: a page with another one in a frame, without end. */
export const pageAnswers: Answers = {
  frames: ({ what, response }) =>
    send(response, 'text/html', `<iframe src="/frames/${Number(what) + 1}"></iframe>`),
};
