/** Abort rule that suits most runs: the target is down. Suggested by form and CLI, never applied automatically. */
export const suggestedAbortRule = 'errors > 90% for 60s';
