/** What a recovery step returns to say how to go on. */
export const RecoverWith = Object.freeze({ RETRY: 'retry', RESTART: 'restart', CONTINUE: 'continue' });
