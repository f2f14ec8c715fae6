import { booleanProperty, type PlanElement, textProperty } from '../../../jmx/plan-tree.ts';
import { parseInteger } from '../../../languages/java/numbers.ts';
import type { CompileContext } from '../../core.ts';
import { closeFacts, closePayload, describeFrame, type Frame } from '../../http/websocket/frame.ts';
import { WebSocketFailure } from '../../http/websocket/websocket-failure.ts';
import { requestData } from './request-data.ts';
import type { RunningSample, WebSocketKind } from './websocket-kind.ts';
import type { WebSocketSettings } from './websocket-settings.ts';

export type KindMaker = (
  element: PlanElement,
  context: CompileContext,
  settings: WebSocketSettings,
) => WebSocketKind;

export const openKind: KindMaker = () => ({
  isNew: true,
  problem: (settings, user) => settings.addressProblem(user) ?? settings.readTimeoutProblem(user),
  failUnconnected: () => {},
  run: (sample) => sample.succeed(),
});

export const requestResponseKind: KindMaker = (element, context, settings) => {
  const data = requestData(element, context, settings.payload);
  const wanted = settings.payload === 'Binary' ? 'binary' : 'text';
  return {
    ...connecting(booleanProperty(element, 'createNewConnection', true)),
    run: (sample) =>
      data.send(sample, () =>
        sample.receive((frame) => {
          if (frame?.kind === wanted) {
            sample.succeed(frame);
          } else if (frame) {
            sample.failUnexpected(frame);
          }
        }),
      ),
    complete: completeRead,
  };
};

export const singleWriteKind: KindMaker = (element, context, settings) => {
  const data = requestData(element, context, settings.payload);
  const isNew = booleanProperty(element, 'createNewConnection');
  return {
    ...connecting(isNew),
    // The read timeout is not validated.
    problem: (each, user) => (isNew ? each.addressProblem(user) : undefined),
    run: (sample) => data.send(sample, () => sample.succeed()),
  };
};

export const singleReadKind: KindMaker = (element) => {
  const isOptional = booleanProperty(element, 'optional');
  const type =
    textProperty(element, 'dataType') || (booleanProperty(element, 'binaryPayload') ? 'Binary' : 'Text');
  const isWanted = ({ kind }: Frame) =>
    type === 'Any' ? kind === 'text' || kind === 'binary' : kind === type.toLowerCase();
  return {
    ...connecting(booleanProperty(element, 'createNewConnection')),
    run: (sample) =>
      sample.receive((frame) => {
        if (frame === undefined || isWanted(frame)) {
          sample.succeed(frame);
        } else {
          sample.failUnexpected(frame);
        }
      }, isOptional),
    complete: (sample, frame) => {
      if (frame) {
        completeRead(sample, frame);
      } else {
        sample.result.code = 'No response';
        sample.result.message = 'Read timeout, no response received.';
      }
    },
  };
};

export const pingPongKind: KindMaker = (element) => {
  const isPong = textProperty(element, 'type', 'PingPong') === 'Pong';
  return {
    isNew: false,
    problem: (settings, user) => settings.readTimeoutProblem(user),
    failUnconnected: (result) => {
      result.code = 'Sampler error';
      result.message = 'Sampler must use existing connection, but there is no connection';
    },
    run: (sample) =>
      sample.send(isPong ? 'pong' : 'ping', Buffer.alloc(0), () => {
        if (isPong) {
          sample.succeed();
          return;
        }
        sample.receive((frame) => {
          if (frame?.kind === 'pong') {
            sample.succeed(frame);
          } else if (frame) {
            sample.failUnexpected(frame);
          }
        });
      }),
  };
};

const closeReason = 'sampler requested close';

export const closeKind: KindMaker = (element, context) => {
  const statusCode = context.text(element, 'statusCode', '1000');
  return {
    isNew: false,
    problem: (settings, user) => settings.readTimeoutProblem(user),
    failUnconnected: (result) => {
      result.samplerData = 'No request sent.';
      result.message = 'No connection; nothing to close.';
    },
    run: (sample) => {
      const status = wholeOf(statusCode.evaluate(sample.user));
      sample.result.samplerData = `Requested connection close with status ${status} and reason '${closeReason}'.`;
      sample.send('close', closePayload(status, closeReason), () =>
        sample.receive((frame) => {
          if (frame?.kind === 'close') {
            sample.succeed(frame);
          } else if (frame) {
            // The plugin sets no end time.
            sample.failWith(
              'WebSocket error: unsuccesful close.',
              `WebSocket error: received not a close frame, but ${describeFrame(frame)}`,
              sample.result.startMs,
            );
          }
        }),
      );
    },
    complete: ({ result }, frame) => {
      const { status, reason } = frame ? closeFacts(frame) : { status: undefined, reason: undefined };
      result.message = `Connection closed${reason === undefined ? '.' : `; close reason: '${reason}'.`}`;
      result.code = String(status ?? '');
      result.setTextBody(`${status ?? ''}${reason === undefined ? '' : `: ${reason}`}`);
      result.dataType = 'text';
    },
  };
};

/** Settings of samplers that can open a connection. */
function connecting(isNew: boolean): Pick<WebSocketKind, 'isNew' | 'problem' | 'failUnconnected'> {
  return {
    isNew,
    problem: (settings, user) =>
      (isNew ? settings.addressProblem(user) : undefined) ?? settings.readTimeoutProblem(user),
    failUnconnected: (result) => {
      result.code = 'Sampler error';
      result.message = 'Sampler configured for using existing connection, but there is no connection';
    },
  };
}

/** Whether the last fragment of a message was read, for loops over fragments. */
const lastFrameFinal = 'websocket.last_frame_final';

function completeRead({ result, user }: RunningSample, frame: Frame | undefined): void {
  if (frame === undefined) {
    return;
  }
  if (frame.kind === 'binary') {
    result.setBody(frame.payload);
    result.dataType = 'bin';
  } else {
    result.setTextBody(frame.payload.toString('utf8'));
    result.dataType = 'text';
  }
  user.variables.set(lastFrameFinal, String(frame.isFinal));
}

function wholeOf(text: string): number {
  const value = parseInteger(text);
  if (value === undefined) {
    throw new WebSocketFailure('other', `java.lang.NumberFormatException: For input string: "${text}"`);
  }
  return value;
}
