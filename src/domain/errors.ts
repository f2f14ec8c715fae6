/**
 * The catalogue of error codes. A code never changes its meaning; the HTTP status follows from the kind
 * (api/error-response), and the reference page is generated from this table.
 */
export const errorCatalogue = {
  not_authenticated: {
    kind: 'unauthenticated',
    meaning: 'The request has no token, or the token is not valid.',
    action: 'Send the API token as the user name of HTTP Basic authentication.',
  },
  not_allowed: {
    kind: 'forbidden',
    meaning: 'The token is valid but lacks the permission.',
    action: 'Use a token with the role and scope in the message.',
  },
  not_found: {
    kind: 'not_found',
    meaning: 'The resource does not exist, or belongs to another account.',
    action: 'Check the id.',
  },
  invalid: {
    kind: 'invalid',
    meaning: 'A parameter is missing or has a value that is not allowed.',
    action: 'Fix the fields in `details`.',
  },
  malformed: {
    kind: 'malformed',
    meaning: 'The request body cannot be parsed.',
    action: 'Send multipart/form-data, a urlencoded form or JSON.',
  },
  unsupported_media: {
    kind: 'unsupported_media',
    meaning: 'The content type of the body is not supported.',
    action: 'Send multipart/form-data, a urlencoded form or JSON.',
  },
  not_acceptable: {
    kind: 'not_acceptable',
    meaning: 'The Accept header requests a version that does not exist.',
    action: 'Request application/vnd.service.v2+json, or omit the header.',
  },
  too_large: {
    kind: 'too_large',
    meaning: 'An upload exceeds the size limit.',
    action: 'Upload less, or raise the limit.',
  },
  too_slow: {
    kind: 'timeout',
    meaning: 'The request was not received in time.',
    action: 'Send it again over a faster connection.',
  },
  plan_missing: {
    kind: 'invalid',
    meaning: 'No uploaded file is a plan of the chosen tool.',
    action: 'Upload the plan as run_files[].',
  },
  plan_ambiguous: {
    kind: 'invalid',
    meaning: 'Several uploaded files could be the plan.',
    action: 'Upload one plan.',
  },
  plan_broken: {
    kind: 'invalid',
    meaning: 'The plan cannot be parsed, or requires a file or plugin that is missing.',
    action: 'Fix the plan as described in the message.',
  },
  plan_too_complex: {
    kind: 'invalid',
    meaning: 'The check of the uploaded files exceeds its time or memory limit.',
    action: 'Split the plan, or raise the limits of plan checks.',
  },
  document_broken: {
    kind: 'invalid',
    meaning: 'A document cannot be converted to a plan.',
    action: 'Fix the document as described in the message, or choose its format.',
  },
  archive_refused: {
    kind: 'invalid',
    meaning: 'An uploaded zip, 7z or run file is corrupt or unsafe to unpack.',
    action: 'Pack it again without links, absolute names or `..`.',
  },
  tool_unavailable: {
    kind: 'invalid',
    meaning: 'A node of the chosen grids cannot run this tool.',
    action: 'Install the requirements in the message, or choose another grid.',
  },
  grid_ended: {
    kind: 'invalid',
    meaning: 'The chosen grid has ended.',
    action: 'Choose or start another grid.',
  },
  over_capacity: {
    kind: 'invalid',
    meaning: 'The request exceeds the capacity of the machines.',
    action: 'Request fewer nodes or threads, or raise the limit.',
  },
  over_budget: {
    kind: 'invalid',
    meaning: 'The estimated cost exceeds run[max_cost] or the monthly budget of the account.',
    action: 'Request fewer nodes or a shorter stop_after, or raise the limit.',
  },
  credential_unknown: {
    kind: 'invalid',
    meaning: 'The account has no cloud credential with this id.',
    action: 'Add it first, or omit the field.',
  },
  credential_rejected: {
    kind: 'invalid',
    meaning: 'The cloud rejects the credential, or the credential lacks a permission.',
    action: 'Fix the credential or its policy as described in the message.',
  },
  shared_grid: {
    kind: 'conflict',
    meaning: 'The shared grid cannot be terminated.',
    action: 'Terminate another grid.',
  },
  run_not_finished: {
    kind: 'conflict',
    meaning: 'The run is not finished.',
    action: 'Stop it, or wait until its status is finished.',
  },
  conflict: {
    kind: 'conflict',
    meaning: 'The state of the resource does not allow the operation.',
    action: 'Read the current state first.',
  },
  method_not_allowed: {
    kind: 'method_not_allowed',
    meaning: 'The address does not support this method.',
    action: 'Use one of the methods in the Allow header.',
  },
  webhook_off: {
    kind: 'not_found',
    meaning: 'The run has no webhook, or its webhook requires a secret.',
    action: 'Enable it with PATCH /runs/:id/webhook, and call the returned address.',
  },
  files_expired: {
    kind: 'gone',
    meaning: 'The resource has been deleted by the retention rules.',
    action: 'Set the retention options to a longer time.',
  },
  disk_full: {
    kind: 'no_space',
    meaning: 'The disk of the service is nearly full, so new runs are rejected.',
    action: 'Free disk space, or shorten the retention.',
  },
  over_quota: {
    kind: 'no_space',
    meaning: 'The files of the run exceed its disk quota on the service.',
    action: 'Upload less, or raise SPATE_RUN_DISK_MB.',
  },
  too_many: {
    kind: 'too_many',
    meaning: 'Too many requests of this kind.',
    action: 'Retry after the time in the Retry-After header.',
  },
  starting: {
    kind: 'unavailable',
    meaning: 'The service is starting, stopping, or cannot reach its database or file store.',
    action: 'Retry in a few seconds.',
  },
  cloud_unreachable: {
    kind: 'unavailable',
    meaning: 'The service cannot reach the cloud of a credential.',
    action: 'Check the network of the service, and retry.',
  },
  internal: {
    kind: 'internal',
    meaning: 'The service failed unexpectedly.',
    action: 'Retry. If it persists, search the log for the request id.',
  },
} as const satisfies Record<string, { kind: string; meaning: string; action: string }>;

export type ErrorCode = keyof typeof errorCatalogue;
export type ErrorKind = (typeof errorCatalogue)[ErrorCode]['kind'];

/** One problem; `field` is the name of the parameter, such as `run[tool]`. */
export interface ErrorDetail {
  code: string;
  message: string;
  field?: string;
}

/** The error type between rooms. Its message says what failed, for which id, and how to fix it. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[];
  /** Seconds until a retry may succeed; undefined: unknown. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: ErrorDetail[] = [],
    options?: ErrorOptions & { retryAfterS?: number },
  ) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
    this.retryAfterS = options?.retryAfterS;
  }
}
