import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, http } from '../testing/plan.ts';

/** The stack of a JVM is the body of a failed sample, and counted. */
const failure = { without: ['bytes', 'body'] } as const;

function answered(
  name: string,
  answers: readonly string[],
  more: Partial<DifferentialCase> = {},
): DifferentialCase {
  return {
    name,
    plan: ({ port }) => [
      group(
        {},
        ...answers.map((answer, index) =>
          http(`answer ${index}`, {
            port,
            more: { 'HTTPSampler.use_keepalive': false },
            path: `/raw/x?hex=${Buffer.from(answer, 'latin1').toString('hex')}`,
          }),
        ),
        http('after', { port, path: '/fine' }),
      ),
    ],
    ...more,
  };
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n';
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;

const pauseFor = (ms: number) =>
  element('TestAction', 'pause', {
    'ActionProcessor.action': 1,
    'ActionProcessor.target': 0,
    'ActionProcessor.duration': String(ms),
  });

/** What happens to a connection while nobody asks shows at the next request. */
const restless = (what: string, more: Partial<DifferentialCase> = {}): DifferentialCase => ({
  name: `a kept connection with ${what} while nobody asks`,
  plan: ({ port }) => [
    group(
      {},
      http('before', { port, path: `/restless/${what}` }),
      pauseFor(300),
      http('next', { port, path: '/fine?1' }),
      http('after', { port, path: '/fine?2' }),
    ),
  ],
  ...more,
});

const withLength = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Five bytes and what follows in one write, and the connection stays open. */
const overfull = (name: string, rest: string, how = ''): DifferentialCase => ({
  name,
  plan: ({ port }) => [
    group(
      {},
      http('asked', {
        port,
        path: `/overfull/5?hex=${Buffer.from(`first${rest}`, 'latin1').toString('hex')}${how}`,
      }),
      pauseFor(100),
      ...[1, 2, 3].map((count) => http(`next ${count}`, { port, path: `/fine?${count}` })),
    ),
  ],
  // Whose they are depends on how much JMeter happens to read at once.
  without: ['bytes'],
});

export const cases: DifferentialCase[] = [
  overfull('an answer that nobody asked for, right behind one', withLength('second')),
  overfull('two answers that nobody asked for', `${withLength('bb')}${withLength('ccc')}`),
  overfull('rubbish right behind an answer', 'rubbish\r\nmore\r\n'),
  overfull(
    'answers that nobody asked for in chunks, and without a body',
    `${chunked}4\r\nreal\r\n0\r\n\r\nHTTP/1.1 304 Same\r\n\r\n${withLength('third')}`,
  ),
  overfull('what comes behind an answer that closes the connection is lost', withLength('bb'), '&last'),
  restless('reset', failure),
  restless('answer', failure),
  restless('rubbish', failure),
  restless('farewell', failure),
  {
    name: 'an address that says who asks',
    plan: ({ port }) => [
      group(
        { loops: 2 },
        http('plain', { port, path: `http://ada:secret@127.0.0.1:${port}/a?b=c` }),
        http('asked', {
          port,
          path: `http://ada:secret@127.0.0.1:${port}/auth/Basic?w=Basic+realm%3D%22R%22`,
        }),
        http('without a password', { port, path: `http://ada@127.0.0.1:${port}/b` }),
      ),
    ],
  },
  answered(
    'bodies that end too early, by their length and by their chunks',
    [
      `${head}Content-Length: 1500\r\n\r\nhalf`,
      `${head}Content-Length: 5\r\n\r\n`,
      `${head}Content-Length: 1234567\r\n\r\n${'x'.repeat(1234)}`,
      `${chunked}5dc\r\nhalf`,
      `${chunked}4\r\nhalf`,
      `${chunked}4\r\nhalf\r\n`,
      `${chunked}4\r\nhalfX\r\n0\r\n\r\n`,
      `${chunked}zz\r\nhalf\r\n`,
      chunked,
    ],
    failure,
  ),
  answered('bodies without a length, of any length, and none', [
    `${head}\r\nuntil the end`,
    `${head}\r\n`,
    `${head}Content-Length: 0\r\n\r\n`,
    'HTTP/1.0 200 OK\r\n\r\nold',
  ]),
  answered('heads that break off, and are whole to HttpClient', [
    'HTTP/1.1 200',
    'HTTP/1.1 404 Not Fou',
    'HTTP/1.1 200 OK\r',
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.1 200 OK\r\nX-Some: thi',
    'HTTP/1.1 200 OK\r\nX-Some: thing\r',
    'HTTP/1.1 200 OK\r\nX-Some: thing\r\n',
    'HTTP/1.1 200 OK\r\nX-Some: thing\r\nX:',
    'HTTP/1.1 200 OK\r\nX-Some: thing\r\n\r',
    'HTTP/1.1 200 OK\r\nContent-Type: text/html',
    'HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 0',
    'HTTP/1.1 204 Nothing\r\nContent-Length: 5\r\n',
  ]),
  answered(
    'heads that break off where more was to come, or in what is none',
    [
      'HTTP/1.1 20',
      'HTTP/1.',
      'H',
      'rubbish\r\n',
      'HTTP/1.1 200 OK\r\nX-So',
      `${head}Content-Length: 15`,
      `${head}Content-Length: 1500\r`,
      `${head}Transfer-Encoding: chunked\r\n`,
      'HTTP/1.1 100 Continue\r\n',
      'HTTP/1.1 100 Continue\r\n\r\n',
    ],
    failure,
  ),
  answered(
    'redirects without a location',
    ['HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 301 Moved\r\nContent-Length: 0\r\n\r\n'],
    failure,
  ),
  answered('chunks whose end is cut short but known', [
    `${chunked}5\r\nhello\r\n0\r\n`,
    `${chunked}5\r\nhello\r\n0`,
    `${chunked}5\r\nhello\r\n0\r\nTrailer: x\r\n`,
    `${chunked}5\r\nhello\r\n0\r\nTrailer: x`,
  ]),
  answered(
    'chunks that end within the line of a size',
    [`${chunked}5\r\nhello\r\n4`, `${chunked}5\r\nhello\r\nz`],
    failure,
  ),
  answered('chunks with extensions and trailers, many and small', [
    `${chunked}5;name="v;x"\r\nhello\r\n1;a\r\n,\r\n6\r\n world\r\n0\r\nTrailer: x\r\nOther: y\r\n\r\n`,
    `${chunked}${'1\r\nx\r\n'.repeat(300)}0\r\n\r\n`,
    `${chunked}0\r\n\r\n`,
  ]),
  answered(
    'interim answers, and more than was announced',
    [
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\nX: y\r\n\r\n${head}Content-Length: 4\r\n\r\nreal`,
      `${head}Content-Length: 4\r\n\r\nrealHTTP/1.1 500 Rubbish\r\n\r\n`,
    ],
    { without: ['bytes'] },
  ),
  answered(
    'lines that end in a line feed alone, and large heads',
    [
      'HTTP/1.1 200 OK\nContent-Length: 4\nX: y\n\nreal',
      // The request that asks for it is twice as large, and has to fit into what the target takes.
      `${head}X-Large: ${'x'.repeat(5000)}\r\n${'X-Many: y\r\n'.repeat(40)}Content-Length: 4\r\n\r\nreal`,
    ],
    { without: ['bytes'] },
  ),
];
