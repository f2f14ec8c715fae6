import { booleanProperty, type PlanElement, textProperty } from '../../../jmx/plan-tree.ts';
import { javaTrim } from '../../../languages/java/java-text.ts';
import { parseInteger } from '../../../languages/java/numbers.ts';
import type { CompileContext, Text, User } from '../../core.ts';
import { type JavaUrl, makeUrl } from '../../http/java-url.ts';
import { targetOf, type WebSocketTimeouts } from '../../http/websocket/websocket-client.ts';

export type Payload = 'Text' | 'Binary' | 'TextStomp';

const maxConnectMs = 999_999;
const maxReadMs = 9_999_999;

/** Properties that WebSocket samplers share. As in the plugin, each is evaluated whenever it is read. */
export class WebSocketSettings {
  readonly isTls: boolean;
  readonly payload: Payload;
  readonly #server: Text;
  readonly #port: Text;
  readonly #path: Text;
  readonly #connectTimeout: Text;
  readonly #readTimeout: Text;

  constructor(element: PlanElement, context: CompileContext) {
    this.isTls = booleanProperty(element, 'TLS');
    this.payload = payloadOf(element);
    this.#server = context.text(element, 'server');
    this.#port = context.text(element, 'port', '80');
    this.#path = context.text(element, 'path');
    this.#connectTimeout = context.text(element, 'connectTimeout', '20000');
    this.#readTimeout = context.text(element, 'readTimeout', '6000');
  }

  /** The first problem, in the plugin's words. */
  addressProblem(user: User): string | undefined {
    const port = javaTrim(this.#port.evaluate(user));
    const value = parseInteger(port);
    if (value === undefined) {
      return `Port number '${port}' is not a number.`;
    }
    if (value <= 0 || value > 65_535) {
      return `Port number '${port}' is not valid.`;
    }
    return timeoutProblem('Connection timeout', this.#connectTimeout.evaluate(user), 1, maxConnectMs);
  }

  readTimeoutProblem(user: User): string | undefined {
    return timeoutProblem('Read timeout', this.#readTimeout.evaluate(user), 0, maxReadMs);
  }

  timeouts(user: User): WebSocketTimeouts {
    return { readMs: whole(this.#readTimeout, user), connectMs: whole(this.#connectTimeout, user) };
  }

  url(user: User): JavaUrl {
    const server = this.#server.evaluate(user);
    const port = whole(this.#port, user);
    const url = makeUrl(this.isTls ? 'https' : 'http', server, port, this.#path.evaluate(user));
    if (url.path.startsWith('/')) {
      return url;
    }
    const file = targetOf(url);
    return makeUrl(
      url.protocol,
      url.host,
      port,
      javaTrim(file).startsWith('/') ? file : `/${javaTrim(file)}`,
    );
  }
}

function payloadOf(element: PlanElement): Payload {
  const type = element.properties.get('payloadType');
  if (type === undefined) {
    return booleanProperty(element, 'binaryPayload') ? 'Binary' : 'Text';
  }
  const name = textProperty(element, 'payloadType');
  return name === 'Binary' || name === 'TextStomp' ? name : 'Text';
}

function timeoutProblem(what: string, text: string, leastMs: number, mostMs: number): string | undefined {
  const given = javaTrim(text);
  const value = parseInteger(given);
  if (value === undefined) {
    return `${what} '${given}' is not a number.`;
  }
  return value < leastMs || value > mostMs
    ? `${what} '${value}' is not valid; should between ${leastMs} and ${mostMs}`
    : undefined;
}

/** Integer.parseInt, whose exception ends the sample without a result. */
function whole(text: Text, user: User): number {
  const given = javaTrim(text.evaluate(user));
  const value = parseInteger(given);
  if (value === undefined) {
    throw new Error(`java.lang.NumberFormatException: For input string: "${given}"`);
  }
  return value;
}
