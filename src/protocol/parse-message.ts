import type Type from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '../domain/errors.ts';
import type { NodeInfo } from '../domain/node.ts';
import type { ArchiveFacts, DirectDownload, DirectUpload, StoredArchive } from './agent-routes.ts';
import type { AgentMessage, ServiceMessage } from './messages.ts';
import {
  agentMessageSchemas,
  archiveFactsSchema,
  directDownloadSchema,
  directUploadSchema,
  joinAnswerSchema,
  joinRequestSchema,
  serviceMessageSchemas,
} from './schemas.ts';

/** A message type of a newer version: log and ignore it. */
export interface UnknownMessage {
  type: 'unknown';
  unknownType: string;
}

export interface JoinRequest {
  secret: string;
  gridId: string;
  info: NodeInfo;
  /** Previous node id of this machine, to get the same slot again. */
  previousNodeId?: string;
  /** Index of the slot that the provider started this machine for. */
  index?: number;
}

export interface JoinAnswer {
  nodeId: string;
  credential: string;
  endsAtMs: number | null;
}

/** Parses and validates a message of the agent. Throws `malformed`. */
export const parseAgentMessage = parserOf<AgentMessage>('the agent', agentMessageSchemas);
/** Parses and validates a message of the service. Throws `malformed`. */
export const parseServiceMessage = parserOf<ServiceMessage>('the service', serviceMessageSchemas);

const joinRequest = checkerOf(joinRequestSchema);
const joinAnswer = checkerOf(joinAnswerSchema);
const archiveFacts = checkerOf(archiveFactsSchema);
const directDownload = checkerOf(directDownloadSchema);
const directUpload = checkerOf(directUploadSchema);

export function parseJoinRequest(value: unknown): JoinRequest {
  if (!joinRequest.Check(value)) throw malformed('The join request', firstError(joinRequest, value));
  return value;
}

export function parseJoinAnswer(value: unknown): JoinAnswer {
  if (!joinAnswer.Check(value)) {
    throw malformed('The response to the join request', firstError(joinAnswer, value));
  }
  return value;
}

export function parseArchiveFacts(value: unknown): ArchiveFacts {
  if (!archiveFacts.Check(value)) throw malformed('The archive', firstError(archiveFacts, value));
  return value;
}

export function parseDirectDownload(value: unknown): DirectDownload {
  if (!directDownload.Check(value))
    throw malformed('The address of a file', firstError(directDownload, value));
  return value;
}

export function parseDirectUpload(value: unknown): DirectUpload | StoredArchive {
  if (!directUpload.Check(value))
    throw malformed('The address of an archive', firstError(directUpload, value));
  return value;
}

interface Checker<Value = unknown> {
  Check(value: unknown): value is Value;
  Errors(value: unknown): { instancePath: string; message: string }[];
}

/** Compiled when first used: service and agent receive different messages, and compiling all takes 20 ms of each start. */
function checkerOf<Schema extends Type.TSchema>(schema: Schema): Checker<Type.Static<Schema>> {
  let compiled: ReturnType<typeof Compile<Schema>> | undefined;
  const checker = () => {
    compiled ??= Compile(schema);
    return compiled;
  };
  return {
    Check: (value): value is Type.Static<Schema> => checker().Check(value),
    Errors: (value) => checker().Errors(value),
  };
}

function parserOf<Message>(from: string, schemas: Record<string, Type.TSchema>) {
  const checkers = new Map<string, Checker>();
  for (const [type, schema] of Object.entries(schemas)) checkers.set(type, checkerOf(schema));
  return (text: string): Message | UnknownMessage => {
    const value = parseJson(text, from);
    const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
    if (typeof type !== 'string') throw malformed(`A message of ${from}`, 'it has no type');
    const checker = checkers.get(type);
    if (!checker) return { type: 'unknown', unknownType: type.slice(0, 100) };
    if (!checker.Check(value)) {
      throw malformed(`A message of ${from} of type ${type}`, firstError(checker, value));
    }
    return value as Message;
  };
}

function parseJson(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(`A message of ${from}`, 'it is not JSON');
  }
}

function firstError(checker: Checker, value: unknown): string {
  const error = checker.Errors(value)[0];
  return error ? `${error.instancePath || 'it'} ${error.message}` : 'it does not match its schema';
}

function malformed(what: string, why: string): AppError {
  return new AppError('malformed', `${what} is not valid: ${why}.`);
}
