import Type, { type Static } from 'typebox';
import { closed, linkSchema, nullable, timestampSchema } from './common.ts';

/** One write, whether it was done or refused. */
export const auditEntrySchema = closed({
  id: Type.String(),
  at: timestampSchema,
  user_id: nullable(Type.Integer()),
  email: nullable(
    Type.String({ description: 'As it was then; for a sign-in that failed, the name that was tried' }),
  ),
  means: nullable(Type.String({ description: 'Such as `token ci`, `session`, `application deployer`' })),
  address: Type.String(),
  action: Type.String({ description: 'Such as `POST /runs`' }),
  target: nullable(Type.String({ description: 'Such as the id of the run' })),
  status: Type.Integer(),
});

/** Newest first; `next` asks for the ones before. */
export const auditListSchema = closed({
  _links: closed({ self: linkSchema, next: Type.Optional(linkSchema) }),
  _embedded: closed({ entries: Type.Array(auditEntrySchema) }),
});

export type AuditEntryResource = Static<typeof auditEntrySchema>;
export type AuditListResource = Static<typeof auditListSchema>;
