import Type from 'typebox';
import { maxSecrets } from '../../contract/secret-parameters.ts';

/** A list of parameters with secret values. */
export function secretsSchema(description: string) {
  return Type.Array(Type.String(), {
    maxItems: maxSecrets,
    description,
    'x-whole-items': true,
    'x-expects': `a list of at most ${maxSecrets} parameters such as api_token=value`,
  });
}
