import type { User } from '../../core.ts';
import type { Frame, FrameKind } from '../../http/websocket/frame.ts';
import type { Result } from '../../state/result.ts';
import type { WebSocketSettings } from './websocket-settings.ts';

/** A sample on an open connection. */
export interface RunningSample {
  readonly user: User;
  readonly result: Result;
  /** Sends a frame, then continues. */
  send(kind: FrameKind, payload: Buffer, then: () => void): void;
  /** Reads the next frame, then continues; `isOptional`: also after a timeout, with no frame. */
  receive(then: (frame: Frame | undefined) => void, isOptional?: boolean): void;
  /** Ends the sample successfully. */
  succeed(frame?: Frame): void;
  /** Ends the sample because a frame of another kind was received. */
  failUnexpected(frame: Frame): void;
  /** Ends the sample with an error of the sampler itself. */
  failWith(code: string, message: string, endMs?: number): void;
}

/** What distinguishes the kinds of samplers. */
export interface WebSocketKind {
  /** Opens a new connection; otherwise it uses that of the user. */
  readonly isNew: boolean;
  /** The first invalid setting, in the plugin's words. */
  problem(settings: WebSocketSettings, user: User): string | undefined;
  /** Fills the result of a sample that finds no connection. */
  failUnconnected(result: Result): void;
  /** Does the work on an open connection, and ends the sample. */
  run(sample: RunningSample): void;
  /** Fills the result of a successful sample. */
  complete?(sample: RunningSample, frame: Frame | undefined): void;
}
