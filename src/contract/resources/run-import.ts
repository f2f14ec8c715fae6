import Type, { type Static } from 'typebox';
import { closed, linkSchema, nullable, timestampSchema } from './common.ts';

/** Origin of a run that was imported from a run file. */
export const runImportSchema = closed({
  run: Type.String({ description: 'Id in the service that exported it' }),
  service: Type.String({ description: 'Address of that service, as stated in the file' }),
  exported: timestampSchema,
  key_fingerprint: nullable(
    Type.String({
      description: 'SHA-256 of the public key that signed the file: compare it with GET /signing-key there',
    }),
  ),
  verified: Type.Boolean({ description: 'Whether the file has the content that was signed' }),
  problem: nullable(Type.String({ description: 'Why it is not verified' })),
});

export const signingKeySchema = closed({
  _links: closed({ self: linkSchema }),
  algorithm: Type.Literal('ed25519'),
  public_key: Type.String({ description: 'PEM' }),
  fingerprint: Type.String({ description: 'SHA-256 of the public key in DER, in hex' }),
});

export type RunImportResource = Static<typeof runImportSchema>;
export type SigningKeyResource = Static<typeof signingKeySchema>;
