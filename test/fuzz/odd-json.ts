import fc from 'fast-check';

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e300,
  '',
  'constructor',
  '__proto__',
  '\0\ud800',
  'http://[',
  '${x}{{y}}%',
  [],
  {},
  // Cannot be converted to a string.
  { toString: 1, valueOf: 1 },
  [{ toString: 1 }],
];

type Parent = Record<string, unknown> | unknown[];

/** JSON texts with values replaced, removed, renamed or copied to other places. */
export function oddJson(documents: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...documents), fc.array(fc.nat(), { minLength: 1, maxLength: 4 }))
    .map(([text, changes]) => {
      const root = { value: JSON.parse(text) as unknown };
      for (const change of changes) apply(root, change);
      return JSON.stringify(root.value) ?? 'null';
    });
}

function apply(root: Parent, change: number): void {
  const places = [...placesIn(root)];
  const place = places[(change >> 6) % places.length];
  const source = places[(change >> 3) % places.length];
  if (!place || !source) return;
  const { parent, key } = place;
  const object = parent as Record<string, unknown>;
  switch (change & 7) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete object[key];
      break;
    case 1:
      object[key] = structuredClone((source.parent as Record<string, unknown>)[source.key]);
      break;
    case 2:
      if (!Array.isArray(parent)) {
        const value = object[key];
        delete object[key];
        object[['constructor', 'toString', '$ref', ''][change % 4] ?? ''] = value;
      }
      break;
    default:
      // A copy, since later changes modify it.
      object[key] = structuredClone(oddValues[(change >> 3) % oddValues.length]);
  }
}

function* placesIn(parent: Parent): Generator<{ parent: Parent; key: string }> {
  for (const [key, value] of Object.entries(parent)) {
    yield { parent, key };
    if (typeof value === 'object' && value !== null) yield* placesIn(value as Parent);
  }
}
