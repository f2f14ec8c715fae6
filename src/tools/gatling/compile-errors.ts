const maxErrors = 5;

/** Errors of scalac and javac, each with file and line, and with a hint for API of older versions of Gatling. */
export function compileErrors(output: string): string[] {
  const found = [
    ...output.matchAll(
      /^(?:.*\/sources\/)?([^\n:]+\.(?:scala|java)):(\d+): error: (.*(?:\n (?:found|required) *:.*)*)/gm,
    ),
  ].map(([whole, file, line, message], index, all) => {
    const end = all[index + 1]?.index ?? output.length;
    const start = all[index]?.index ?? 0;
    return describe(
      `${file}:${line}`,
      (message ?? '').replaceAll(/\s*\n\s*/g, ' '),
      output.slice(start + whole.length, end),
    );
  });
  if (found.length === 0) {
    const last = output.trim().split('\n').at(-1);
    return [`The simulation could not be compiled${last ? `: ${last}` : '.'}`];
  }
  const more = found.length - maxErrors;
  return [
    ...found.slice(0, maxErrors),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'error is' : 'errors are'} in the log.`] : []),
  ];
}

function describe(place: string, message: string, excerpt: string): string {
  const hint = hintFor(`${message}\n${excerpt.split('\n').slice(0, 3).join('\n')}`);
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return `${place}: ${sentence}${hint === undefined ? '' : ` ${hint}`}`;
}

/** Replacements of removed API that has no bridge. */
const hints: [RegExp, string][] = [
  [
    /\bsplitUsers\b/,
    'splitUsers was removed in Gatling 3: list the steps instead, such as rampUsers(10).during(10.seconds), nothingFor(5.seconds), rampUsers(10).during(10.seconds).',
  ],
  [
    /\bescapeChar\b/,
    'csv has no escapeChar since Gatling 3: remove it, and quote values with double quotes.',
  ],
  [
    /\bRedisFeeder\b/,
    'Since Gatling 3 the Redis feeder is redisFeeder(pool, key) of io.gatling.redis.Predef._.',
  ],
  [
    /\b(?:bootstrap|assertions)\b.*\bnot found\b|not found: (?:object|value) (?:bootstrap|assertions)/,
    'Gatling 1 is not supported.',
  ],
  [/\bhttpConfigFlood\b/, 'httpConfigFlood requires: import flood._'],
  [
    /\bHttpProtocolBuilder\b.*not a member|not a member.*\bHttpProtocolBuilder\b/,
    'The script runs on Gatling 3.15; renamed settings are listed in its upgrade guides.',
  ],
  [
    /not a member of (?:io\.gatling|package io\.gatling)/,
    'The script runs on Gatling 3.15; renamed API is listed in its upgrade guides.',
  ],
];

function hintFor(text: string): string | undefined {
  return hints.find(([pattern]) => pattern.test(text))?.[1];
}
