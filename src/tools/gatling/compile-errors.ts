const mostErrors = 5;

/** What scalac and javac said, each error as a sentence with its file and line, and with a hint where the script is only old. */
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
  const more = found.length - mostErrors;
  return [
    ...found.slice(0, mostErrors),
    ...(more > 0
      ? [`There ${more === 1 ? 'is one more error' : `are ${more} more errors`} in the log.`]
      : []),
  ];
}

function describe(place: string, message: string, excerpt: string): string {
  const hint = hintFor(`${message}\n${excerpt.split('\n').slice(0, 3).join('\n')}`);
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return `${place}: ${sentence}${hint === undefined ? '' : ` ${hint}`}`;
}

/** What changed between the Gatling that a script was written for and today's, and is not bridged. */
const hints: [RegExp, string][] = [
  [
    /\bsplitUsers\b/,
    'splitUsers is gone since Gatling 3: write the steps one after the other, such as rampUsers(10).during(10.seconds), nothingFor(5.seconds), rampUsers(10).during(10.seconds).',
  ],
  [
    /\bescapeChar\b/,
    'csv has no escapeChar since Gatling 3: leave it out, and quote values with double quotes.',
  ],
  [
    /\bRedisFeeder\b/,
    'The Redis feeder is redisFeeder(pool, key) of io.gatling.redis.Predef._ since Gatling 3.',
  ],
  [
    /\b(?:bootstrap|assertions)\b.*\bnot found\b|not found: (?:object|value) (?:bootstrap|assertions)/,
    "This is the language of Gatling 1, which is too far from today's.",
  ],
  [/\bhttpConfigFlood\b/, 'httpConfigFlood comes with: import flood._'],
  [
    /\bHttpProtocolBuilder\b.*not a member|not a member.*\bHttpProtocolBuilder\b/,
    'It is run on Gatling 3.15; settings that were renamed since are in its upgrade guides.',
  ],
  [
    /not a member of (?:io\.gatling|package io\.gatling)/,
    'It is run on Gatling 3.15; its upgrade guides say what was renamed.',
  ],
];

function hintFor(text: string): string | undefined {
  return hints.find(([pattern]) => pattern.test(text))?.[1];
}
