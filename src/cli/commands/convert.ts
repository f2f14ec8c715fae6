import type { Command } from '../command.ts';

export const convert: Command = {
  name: 'convert',
  summary: 'Make a JMeter plan from URLs, curl, HAR, OpenAPI or Postman.',
  usage: ['<URL> [<URL> …] [options]', "'curl …' [options]", '<file> [options]'],
  takes: 'files',
  options: [],
  flags: {
    output: {
      value: 'file',
      short: 'o',
      sentence: 'Write the plan to this file. Default: named after the document.',
    },
    name: { value: 'text', short: 'n', sentence: 'Name of the plan. Default: from the document.' },
    force: { short: 'f', sentence: 'Replace an existing file.' },
    'keep-secrets': {
      sentence:
        'Keep tokens, passwords and cookies in the plan. Default: they become properties, such as ${__P(authorization)}.',
    },
    'base-url': {
      value: 'url',
      sentence: 'OpenAPI and Postman: address of the server, in place of the one in the document.',
    },
    host: {
      value: 'host',
      isRepeatable: true,
      sentence: 'HAR: host to include beside the one of the first page; * includes all.',
    },
    assets: { sentence: 'HAR: include images, styles, scripts, fonts and media.' },
    'no-correlation': {
      sentence: 'HAR: do not add extractors for values that a response returned and a later request sent.',
    },
    json: {
      sentence:
        'Print the requests as JSON instead of writing a plan. They can be edited and converted again.',
    },
  },
  about:
    "A request is a URL with an optional method before it and weight after it, such as 'POST https://shop.example/cart 3':\n" +
    'a request of weight 3 is sent three times as often as one of weight 1. "-" reads the document from standard input.',
  examples: [
    {
      line: "spate convert https://shop.example/ 'https://shop.example/search 3'",
      does: 'two requests, one sent three times as often',
    },
    {
      line: 'spate convert recording.har -o shop.jmx',
      does: 'a recording of a browser: network tab of the developer tools, "Save all as HAR"',
    },
    {
      line: 'spate convert openapi.yaml --base-url https://test.example',
      does: 'one request per operation of an API, with example values',
    },
    {
      line: "spate convert 'curl https://shop.example/cart -d product=7' -o cart.jmx",
      does: 'a curl command, as copied from a browser',
    },
  ],
  // Loaded on demand: only this command needs the readers of documents.
  run: async (context) => (await import('../convert/convert-document.ts')).convertDocument(context),
};
