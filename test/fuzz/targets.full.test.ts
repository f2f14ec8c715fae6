import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CookieJar, type CookieSpec } from '../../src/engine/configs/cookie-jar.ts';
import { defaultCookies, rfc2109Cookies } from '../../src/engine/configs/old-cookies.ts';
import { standardCookies, strictCookies } from '../../src/engine/configs/standard-cookies.ts';
import { readChallenges } from '../../src/engine/http/auth/challenges.ts';
import { digestHeader } from '../../src/engine/http/auth/digest.ts';
import type { Connection } from '../../src/engine/http/connection.ts';
import { linksOfCss } from '../../src/engine/http/embedded/css-links.ts';
import { BadBase, linksOfHtml } from '../../src/engine/http/embedded/html-links.ts';
import { normalizedUrl } from '../../src/engine/http/embedded/java-normalize.ts';
import { HttpCache } from '../../src/engine/http/http-cache.ts';
import { parseHttpDate } from '../../src/engine/http/http-date.ts';
import { JavaException } from '../../src/engine/http/http-failure.ts';
import { HttpResult } from '../../src/engine/http/http-result.ts';
import { UriSyntax } from '../../src/engine/http/java-uri.ts';
import { MalformedUrl, parseUrl, urlText } from '../../src/engine/http/java-url.ts';
import { redirectLocation, sanitized } from '../../src/engine/http/redirect-location.ts';
import { fillFromResponse } from '../../src/engine/http/response-facts.ts';
import { ResponseParser } from '../../src/engine/http/response-parser.ts';
import { responseLines } from '../../src/engine/http/url-connection/response-lines.ts';
import { type FrameReader, FrameSplitter } from '../../src/engine/script-jvm/frame-reader.ts';
import { fuzz } from './fuzz.ts';
import { pieceSizes, pieces } from './pieces.ts';
import {
  challenge,
  cookieText,
  dateText,
  htmlPage,
  httpResponse,
  jvmFrames,
  locationText,
  styleSheet,
} from './target-inputs.ts';

// What a server under test sends to virtual users. It makes a sample, never ends the process.
const page = parseUrl('http://test.example:8080/a/b/index.html?x#y');

/** A buffer that is reused for each read, as those of connections are. */
const readBuffer = Buffer.allocUnsafeSlow(64 * 1024);

/** Everything that a sample shows of a response, or its failure. */
function sampleOf(parts: Iterable<Buffer>): Record<string, unknown> {
  const parser = new ResponseParser();
  parser.begin(false, true, true);
  for (const part of parts) {
    readBuffer.set(part);
    const progress = parser.feed(readBuffer, part.length);
    if (progress !== 'more') return shown(parser, progress === 'broken');
  }
  return shown(parser, parser.end() === 'broken');
}

function shown(parser: ResponseParser, isBroken: boolean): Record<string, unknown> {
  if (isBroken) return { problem: parser.problem };
  const result = new HttpResult('', 'GET');
  result.setLocation(page);
  const { isKeepAlive, keepAliveSeconds, hasCookies, status, head } = parser;
  const always = { isKeepAlive, keepAliveSeconds, hasCookies, status, head };
  try {
    fillFromResponse(result, { parser, sentBytes: 10 } as Connection, false, 'bytes');
    new HttpCache(() => 0, true, 10).save(result);
  } catch (error) {
    assert.ok(error instanceof JavaException, String(error));
    return { ...always, exception: error.message };
  }
  const { responseHead, headerBytes, bodyBytes, encoding, dataType, redirectLocation: target } = result;
  responseLines(head);
  return { ...always, responseHead, headerBytes, bodyBytes, encoding, dataType, target, text: result.text };
}

fuzz('HTTP responses, at once and in pieces', {
  inputs: 50_000,
  from: fc.tuple(httpResponse, pieceSizes),
  // With each piece, an incomplete head is read from its start: 0.05 ms for 16 KB, 2,000 times in pieces of 8 bytes.
  maxProcessorMs: 400,
  parse: ([bytes, sizes]) => assert.deepEqual(sampleOf(pieces(bytes, sizes)), sampleOf([bytes])),
});

const cookieSpecs: readonly CookieSpec[] = [standardCookies, strictCookies, defaultCookies, rfc2109Cookies];

fuzz('cookies', {
  inputs: 30_000,
  from: cookieText,
  parse(text) {
    for (const spec of cookieSpecs) {
      const jar = new CookieJar(() => 1_700_000_000_000, [], spec);
      jar.store(text, page);
      assert.ok(jar.headerFor(page).length <= 4 * text.length + 200);
    }
  },
});

fuzz('authentication challenges', {
  inputs: 30_000,
  from: challenge,
  parse(text) {
    for (const parameters of readChallenges(`WWW-Authenticate: ${text}`, 'www-authenticate').values())
      digestHeader(
        parameters,
        { userName: 'ada', password: 'x' },
        { method: 'GET', target: '/', body: undefined },
        { nonce: '', count: 0, cnonce: '' },
        () => 'c',
      );
  },
});

fuzz('addresses of redirects', {
  inputs: 30_000,
  from: locationText,
  parse(text) {
    try {
      urlText(redirectLocation(page, text));
    } catch (error) {
      assert.ok(error instanceof MalformedUrl || error instanceof UriSyntax, String(error));
    }
  },
});

fuzz('dates', { inputs: 30_000, from: dateText, parse: parseHttpDate });

fuzz('resources of pages', {
  inputs: 10_000,
  from: htmlPage,
  parse(text) {
    try {
      for (const url of linksOfHtml(text, page)) normalizedUrl(sanitized(url));
    } catch (error) {
      assert.ok(error instanceof BadBase, String(error));
    }
  },
});

fuzz('imports of style sheets', {
  inputs: 10_000,
  from: styleSheet,
  parse: (text) => linksOfCss(text, page),
});

function framesOf(parts: Iterable<Buffer>): string {
  const splitter = new FrameSplitter();
  const frames: string[] = [];
  try {
    for (const part of parts) for (const frame of splitter.add(part)) frames.push(textOf(frame));
  } catch (error) {
    assert.match((error as Error).message, /^a frame has a length of -\d+ bytes$/);
    frames.push((error as Error).message);
  }
  return frames.join();
}

/** The fields of a frame, as far as they are complete. */
function textOf(frame: FrameReader): string {
  const fields: (string | number | undefined)[] = [];
  try {
    for (;;) fields.push(frame.byte(), frame.text());
  } catch (error) {
    assert.ok(error instanceof RangeError, String(error));
  }
  return JSON.stringify(fields);
}

fuzz('frames of the JVM of scripts, at once and in pieces', {
  inputs: 20_000,
  from: fc.tuple(jvmFrames, pieceSizes),
  parse: ([bytes, sizes]) => assert.equal(framesOf(pieces(bytes, sizes)), framesOf([bytes])),
});
