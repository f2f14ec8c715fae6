import Type, { type Static } from 'typebox';
import { closed, linkSchema, nullable, timestampSchema } from './common.ts';

/** One attempted change, successful or not. */
export const auditEntrySchema = closed({
  id: Type.String(),
  at: timestampSchema,
  user_id: nullable(Type.Integer()),
  email: nullable(
    Type.String({ description: 'At the time of the action; for a failed sign-in, the given name' }),
  ),
  means: nullable(
    Type.String({ description: 'Authentication, such as `token ci`, `session`, `application deployer`' }),
  ),
  address: Type.String(),
  action: Type.String({ description: 'Such as `POST /runs`' }),
  target: nullable(Type.String({ description: 'Id of the affected resource, such as a run' })),
  status: Type.Integer(),
});

/** Newest first; `next` links to older entries. */
export const auditListSchema = closed({
  _links: closed({ self: linkSchema, next: Type.Optional(linkSchema) }),
  _embedded: closed({ entries: Type.Array(auditEntrySchema) }),
});

export type AuditEntryResource = Static<typeof auditEntrySchema>;
export type AuditListResource = Static<typeof auditListSchema>;
