/**
 * The one catalogue of errors. A code never changes its meaning; the HTTP status follows from the kind
 * (api/error-response), and the reference page is generated from this table.
 */
export const errorCatalogue = {
  not_authenticated: {
    kind: 'unauthenticated',
    meaning: 'No token came with the request, or it is not valid.',
    action: 'Send the API token as the user name of HTTP Basic authentication.',
  },
  not_allowed: {
    kind: 'forbidden',
    meaning: 'The token is valid but may not do this.',
    action: 'Use the token of somebody who may.',
  },
  not_found: {
    kind: 'not_found',
    meaning: 'There is nothing at this address, or it belongs to somebody else.',
    action: 'Check the id.',
  },
  invalid: {
    kind: 'invalid',
    meaning: 'A parameter is missing or has a value that is not allowed.',
    action: 'Mend the fields that `details` names.',
  },
  malformed: {
    kind: 'malformed',
    meaning: 'The body of the request could not be read.',
    action: 'Send multipart/form-data, a urlencoded form or JSON.',
  },
  unsupported_media: {
    kind: 'unsupported_media',
    meaning: 'The body has a content type that is not understood.',
    action: 'Send multipart/form-data, a urlencoded form or JSON.',
  },
  not_acceptable: {
    kind: 'not_acceptable',
    meaning: 'The Accept header asks for a version that does not exist.',
    action: 'Ask for application/vnd.service.v2+json, or leave the header out.',
  },
  too_large: {
    kind: 'too_large',
    meaning: 'An uploaded file is larger than this service takes.',
    action: 'Send less, or raise the limit.',
  },
  too_slow: {
    kind: 'timeout',
    meaning: 'The request did not arrive in time.',
    action: 'Send it again over a faster connection.',
  },
  plan_missing: {
    kind: 'invalid',
    meaning: 'None of the uploaded files is a plan for the chosen tool.',
    action: 'Upload the plan as run_files[].',
  },
  plan_ambiguous: {
    kind: 'invalid',
    meaning: 'Several of the uploaded files could be the plan.',
    action: 'Upload one plan.',
  },
  plan_broken: {
    kind: 'invalid',
    meaning: 'The plan cannot be read, or needs something that is not there.',
    action: 'Mend the plan as the message says.',
  },
  plan_too_complex: {
    kind: 'invalid',
    meaning: 'The uploaded files cannot be checked within the time or memory that a check may use.',
    action: 'Split the plan, or raise the limits of plan checks.',
  },
  archive_refused: {
    kind: 'invalid',
    meaning: 'An uploaded zip or 7z file is broken or not safe to unpack.',
    action: 'Pack it again without links, absolute names or `..`.',
  },
  tool_unavailable: {
    kind: 'invalid',
    meaning: 'A node of the chosen grids cannot run this tool.',
    action: 'Install what the message names, or choose another grid.',
  },
  grid_ended: {
    kind: 'invalid',
    meaning: 'The chosen grid has ended.',
    action: 'Choose or start another grid.',
  },
  over_capacity: {
    kind: 'invalid',
    meaning: 'The request alone needs more than the machines can carry.',
    action: 'Ask for fewer nodes or threads, or raise the limit.',
  },
  credential_unknown: {
    kind: 'invalid',
    meaning: 'The account has no such cloud credential.',
    action: 'Add it first, or leave the field out.',
  },
  shared_grid: { kind: 'conflict', meaning: 'The shared grid cannot be ended.', action: 'End another grid.' },
  run_not_finished: {
    kind: 'conflict',
    meaning: 'The run is still going.',
    action: 'Stop it, or wait until its status is finished.',
  },
  conflict: {
    kind: 'conflict',
    meaning: 'The thing is not in a state that allows this.',
    action: 'Read its present state first.',
  },
  method_not_allowed: {
    kind: 'method_not_allowed',
    meaning: 'The address exists, but not with this method.',
    action: 'Use one of the methods in the Allow header.',
  },
  webhook_off: {
    kind: 'not_found',
    meaning: 'This run has no webhook, or needs the secret of it.',
    action: 'Switch it on with PATCH /runs/:id/webhook, and call the address that it answers.',
  },
  files_expired: {
    kind: 'gone',
    meaning: 'What was asked for has been removed under the retention rules.',
    action: 'Keep such things for longer with the retention options.',
  },
  disk_full: {
    kind: 'no_space',
    meaning: 'The disk of the service is nearly full, so no new run is taken.',
    action: 'Free some space, or lower the retention.',
  },
  over_quota: {
    kind: 'no_space',
    meaning: 'The files of the run take more of the disk of the service than one run may have.',
    action: 'Send less, or raise SPATE_RUN_DISK_MB.',
  },
  too_many: {
    kind: 'too_many',
    meaning: 'Too many requests of this kind.',
    action: 'Wait as long as the Retry-After header says.',
  },
  starting: {
    kind: 'unavailable',
    meaning: 'The service is starting, stopping, or cannot reach its database.',
    action: 'Try again in a moment.',
  },
  internal: {
    kind: 'internal',
    meaning: 'Something went wrong that is not your fault.',
    action: 'Try again; if it stays, look for the request id in the log.',
  },
} as const satisfies Record<string, { kind: string; meaning: string; action: string }>;

export type ErrorCode = keyof typeof errorCatalogue;
export type ErrorKind = (typeof errorCatalogue)[ErrorCode]['kind'];

/** One thing that is wrong; `field` is the wire name of the parameter, such as `run[tool]`. */
export interface ErrorDetail {
  code: string;
  message: string;
  field?: string;
}

/** The only error that carries meaning across rooms: what happened, to which id, and what the reader can do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[];
  /** Set: it is of no use to try again before. */
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
