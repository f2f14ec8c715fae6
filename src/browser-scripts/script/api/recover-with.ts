/** Results of a recovery step. */
export const RecoverWith = Object.freeze({ RETRY: 'retry', RESTART: 'restart', CONTINUE: 'continue' });
