import { isObject, objectsIn, textOf, valueText } from './parse-document.ts';

interface Entry {
  name: string;
  value: string;
}

/** Headers and query parameters of an authentication. Unsupported kinds are named in `warnings`. */
export function headersOfAuth(auth: unknown, warnings: Set<string>): { headers: Entry[]; query: Entry[] } {
  const nothing = { headers: [], query: [] };
  if (!isObject(auth)) return nothing;
  const kind = textOf(auth.type);
  const value = valuesOf(auth[kind]);
  const authorization = (text: string) => ({ headers: [{ name: 'Authorization', value: text }], query: [] });
  switch (kind) {
    case '':
    case 'noauth':
      return nothing;
    case 'bearer':
      return authorization(`Bearer ${value('token')}`);
    case 'oauth2':
      if (value('accessToken') === '')
        warnings.add('OAuth 2.0 tokens are not requested. A run must set this property: -Jtoken=…');
      return authorization(`Bearer ${value('accessToken') || '{{token}}'}`);
    case 'basic': {
      const [user, password] = [value('username'), value('password')];
      const isFixed = !`${user}${password}`.includes('{{');
      return authorization(
        isFixed
          ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
          : `Basic {{basic_credentials}}`,
      );
    }
    case 'apikey': {
      const entry = { name: value('key'), value: value('value') };
      return value('in') === 'query' ? { headers: [], query: [entry] } : { headers: [entry], query: [] };
    }
    default:
      warnings.add(`Authentication of type ${kind} is not converted.`);
      return nothing;
  }
}

/** Version 2.1 has a list of keys and values, 2.0 an object. */
function valuesOf(given: unknown): (key: string) => string {
  return (key) => {
    if (!Array.isArray(given)) return isObject(given) ? valueText(given[key]) : '';
    return valueText(objectsIn(given).find((each) => each.key === key)?.value);
  };
}
