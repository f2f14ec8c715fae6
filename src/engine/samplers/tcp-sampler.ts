import { booleanProperty, type PlanElement, textProperty } from '../../jmx/plan-tree.ts';
import { toLong } from '../../languages/java/numbers.ts';
import { httpDefaultsKind } from '../configs/http-defaults.ts';
import {
  type CompileContext,
  type ElementCompiler,
  noPackage,
  pending,
  type Sampler,
  type Text,
  type User,
} from '../core.ts';
import { Result } from '../state/result.ts';
import { TcpConnection, TcpError } from '../tcp/tcp-connection.ts';
import { ReadError, type TcpProtocol, tcpProtocols } from '../tcp/tcp-protocol.ts';

const connectionsKey = 'connections of TCP samplers';
const connectionsOf = (user: User) => user.keep(connectionsKey, () => new Map<string, TcpConnection>());

/** JMeter's TCPSampler: sends a text, and reads until a byte, the end of the connection or a timeout. */
export const tcpSampler: ElementCompiler = (element, context) => {
  let conversation: Conversation | undefined;
  const sampler: Sampler = {
    kind: 'sampler',
    name: context.compile(element.name),
    package: noPackage,
    configure(scope) {
      const configs = scope.configs(httpDefaultsKind) as PlanElement[];
      const ofTcp = configs.filter(({ guiClass }) =>
        /(?:^|\.)(?:TCPConfigGui|LoginConfigGui)$/.test(guiClass),
      );
      conversation = conversationOf([element, ...ofTcp], context);
    },
    sample(user) {
      // Errors are converted to results.
      void conversation?.run(user);
      return pending;
    },
    interrupt: (user) => conversation?.hangUp(user),
    timeOutSample: (user) => conversation?.hangUp(user),
  };
  return {
    sampler,
    userListener: {
      userFinished: (user) => {
        const connections = connectionsOf(user);
        for (const connection of connections.values()) {
          connection.close();
        }
        connections.clear();
      },
    },
  };
};

interface Conversation {
  run(user: User): Promise<void>;
  hangUp(user: User): void;
}

/** `sources`: the sampler, then configs for its empty properties, innermost first. */
function conversationOf(sources: readonly PlanElement[], context: CompileContext): Conversation {
  const [element] = sources as [PlanElement];
  const sourceOf = (property: string) =>
    sources.find((each) => textProperty(each, property) !== '') ?? element;
  const text = (property: string) => context.text(sourceOf(property), property);
  const isTrue = (property: string, fallback = false) =>
    booleanProperty(sourceOf(property), property, fallback);
  const [server, port, request] = [
    text('TCPSampler.server'),
    text('TCPSampler.port'),
    text('TCPSampler.request'),
  ];
  const [timeout, connectTimeout] = [text('TCPSampler.timeout'), text('TCPSampler.ctimeout')];
  const [linger, eol] = [text('TCPSampler.soLinger'), text('TCPSampler.EolByte')];
  const [className, user1, password] = [
    text('TCPSampler.classname'),
    text('ConfigTestElement.username'),
    text('ConfigTestElement.password'),
  ];
  const isReused = isTrue('TCPSampler.reUseConnection', true);
  const isClosed = isTrue('TCPSampler.closeConnection');
  const isNoDelay = isTrue('TCPSampler.nodelay');
  const name = context.compile(element.name);
  const handlerKey = {};
  const currentKey = {};
  const whole = (each: Text, user: User) => toLong(each.evaluate(user));

  const close = (user: User, key: string) => {
    const connections = connectionsOf(user);
    const connection = connections.get(key);
    connections.delete(key);
    connection?.close();
  };

  const open = async (user: User, key: string): Promise<TcpConnection> => {
    const kept = isReused ? connectionsOf(user).get(key) : undefined;
    if (kept) {
      return kept;
    }
    close(user, key);
    const [portNumber, seconds] = [whole(port, user), linger.evaluate(user)];
    if (portNumber < 0 || portNumber > 0xffff) {
      throw new Error(`java.lang.IllegalArgumentException: port out of range:${portNumber}`);
    }
    const connection = new TcpConnection(
      {
        host: server.evaluate(user),
        port: portNumber,
        connectTimeoutMs: whole(connectTimeout, user),
        lingerSeconds: seconds === '' ? undefined : toLong(seconds),
      },
      user.runner.wheel,
      () => user.runner.nowMs(),
    );
    try {
      await connection.opened();
    } catch (error) {
      connection.close();
      throw new NotConnected(error instanceof Error ? error.message : String(error));
    }
    connectionsOf(user).set(key, connection);
    return connection;
  };

  const exchange = async (user: User, result: Result, key: string): Promise<void> => {
    const { protocol, eolByte } = user.keep(handlerKey, () => handlerOf(className, eol, user));
    let connection: TcpConnection;
    try {
      connection = await open(user, key);
    } finally {
      result.connectMs = user.runner.nowMs() - result.startMs;
    }
    connection.setNoDelay(isNoDelay);
    user.keep<{ connection?: TcpConnection }>(currentKey, () => ({})).connection = connection;
    result.samplerData = request.evaluate(user);
    await protocol.write(connection, result.samplerData);
    const answer = await protocol.read(connection, {
      timeoutMs: whole(timeout, user),
      eolByte,
      onFirst: () => {
        result.latencyMs = user.runner.nowMs() - result.startMs;
      },
    });
    finish(result, answer, '200', 'OK');
    result.isSuccess = true;
  };

  const run = async (user: User): Promise<void> => {
    const result = new Result();
    const [host, number] = [server.evaluate(user), whole(port, user)];
    const key = [host, number, user1.evaluate(user), password.evaluate(user)].join('#');
    result.label = name.evaluate(user);
    result.samplerData = `Host: ${host} Port: ${number}\nReuse: ${isReused} Close: ${isClosed}\n[SOLINGER: ${whole(linger, user)} EOL: ${whole(eol, user)} noDelay: ${isNoDelay}]`;
    result.startMs = user.runner.nowMs();
    try {
      await exchange(user, result, key);
    } catch (error) {
      if (error instanceof NotConnected) {
        result.code = '500';
        result.message = error.message;
      } else {
        const message = error instanceof Error ? error.message : String(error);
        finish(result, error instanceof ReadError ? error.partial : '', '500', message);
        close(user, key);
      }
    }
    result.endMs = user.runner.nowMs();
    if (!isReused || isClosed) {
      close(user, key);
    }
    user.runner.finishSample(user, result);
  };

  const hangUp = (user: User) =>
    user.keep<{ connection?: TcpConnection }>(currentKey, () => ({})).connection?.close();
  return { run, hangUp };
}

class NotConnected extends TcpError {}

/** Selected at the user's first sample. */
function handlerOf(
  className: Text,
  eol: Text,
  user: User,
): { protocol: TcpProtocol; eolByte: number | undefined } {
  const kind = className.evaluate(user).replace(/^org\.apache\.jmeter\.protocol\.tcp\.sampler\./, '');
  const protocol = tcpProtocols[kind || 'TCPClientImpl'];
  if (!protocol) {
    throw new Error('Protocol handler not found');
  }
  const written = eol.evaluate(user);
  const byte = toLong(written);
  return { protocol, eolByte: written !== '' && byte >= -128 && byte <= 127 ? byte : undefined };
}

function finish(result: Result, answer: string, code: string, message: string): void {
  result.setTextBody(answer);
  result.dataType = 'text';
  result.code = code;
  result.message = message;
}
