import Type, { type Static } from 'typebox';
import { closed, countSchema, linkSchema } from './common.ts';

/** Tags in use, most used first. */
export const tagListSchema = closed({
  _links: closed({ self: linkSchema }),
  total: countSchema,
  _embedded: closed({
    tags: Type.Array(closed({ name: Type.String(), runs: countSchema }), {
      description: 'The 500 most used',
    }),
  }),
});

export type TagListResource = Static<typeof tagListSchema>;
