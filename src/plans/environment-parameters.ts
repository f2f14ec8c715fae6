import { nodePropertyNames } from './node-property-names.ts';

export interface FoundParameter {
  name: string;
  default: string | null;
}

const quotedName = String.raw`\(\s*(["'])([A-Za-z_]\w{0,199})\1`;
const quotedText = String.raw`(["'])([^"'\n]{0,200})\3`;
/** `System.getenv("HOST") ?: "x"`, `Option(System.getenv("HOST")).getOrElse("x")`, `System.getenv().getOrDefault("HOST", "x")`. */
const ofJvm = new RegExp(
  String.raw`\b(?:System\.getenv|System\.getenv\(\s*\)\.(?:get|getOrDefault)|sys\.env(?:\.getOrElse|\.get)?|Properties\.env(?:OrElse|OrNone))${quotedName}(?:\s*,\s*${quotedText})?\s*\)(?:\s*\?:\s*(["'])([^"'\n]{0,200})\5|\s*\)?\s*\.(?:getOrElse|orElse)\(\s*(["'])([^"'\n]{0,200})\7\s*\))?`,
  'g',
);
/** `${__env(HOST)}`, `${__env(HOST,,x)}` of the plugin Custom JMeter Functions. */
const ofJmeter = /\$\{__env\(\s*([A-Za-z_]\w{0,199})\s*(?:,[^,(){}]{0,200}(?:,([^(){}]{0,200}))?)?\)\}/g;
/** `process.env.HOST ?? 'x'`, `process.env['HOST'] || 'x'`. */
const ofNode =
  /\bprocess\.env(?:\.([A-Za-z_]\w{0,199})|\[\s*(["'`])([A-Za-z_]\w{0,199})\2\s*\])(?:\s*(?:\?\?|\|\|)\s*(?:(["'`])([^"'`\n]{0,200})\4|(-?\d[\d.]{0,50})))?/g;
/** `const { HOST = 'x', PORT: port } = process.env`. */
const destructured = /\{([^{}]{1,2000})\}\s*=\s*process\.env\b/g;
const destructuredName =
  /(?:^|,)\s*([A-Za-z_]\w{0,199})(?:\s*:\s*\w{1,200})?(?:\s*=\s*(?:(["'`])([^"'`\n]{0,200})\2|(-?\d[\d.]{0,50})))?/g;

/** Variables set by the service or the system. */
const ofService =
  /^(?:FLOOD_.*|PATH|HOME|LANG|HOSTNAME|USER|LOGNAME|SHELL|PWD|TMPDIR|THREAD_ID|NODE_ENV|NODE_OPTIONS|JAVA_HOME)$/;

/** Environment variables that JMeter plans and code for the JVM read, named as in `override_parameters`: `-EHOST`. */
export function* jvmVariablesIn(text: string): Generator<FoundParameter> {
  for (const [, , name = '', , inside, , elvis, , orElse] of text.matchAll(ofJvm))
    yield* found(name, inside ?? elvis ?? orElse ?? null);
  for (const [, name = '', fallback] of text.matchAll(ofJmeter)) yield* found(name, fallback?.trim() ?? null);
}

/** Environment variables that JavaScript code reads. */
export function* nodeVariablesIn(text: string): Generator<FoundParameter> {
  for (const [, plain, , inBrackets, , quoted, number] of text.matchAll(ofNode))
    yield* found(plain ?? inBrackets ?? '', quoted ?? number ?? null);
  for (const [, names = ''] of text.matchAll(destructured))
    for (const [, name = '', , quoted, number] of names.matchAll(destructuredName))
      yield* found(name, quoted ?? number ?? null);
}

function* found(name: string, fallback: string | null): Generator<FoundParameter> {
  const isSetting = (nodePropertyNames as readonly string[]).includes(name);
  if (!isSetting && !ofService.test(name)) yield { name: `-E${name}`, default: fallback };
}

/** One entry per parameter, with its first default. */
export function withoutDuplicates(parameters: Iterable<FoundParameter>): FoundParameter[] {
  const byName = new Map<string, FoundParameter>();
  for (const each of parameters) {
    const known = byName.get(each.name);
    if (known === undefined) byName.set(each.name, { ...each });
    else known.default ??= each.default;
  }
  return [...byName.values()];
}
