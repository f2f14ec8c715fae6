import type { CompileContext, Text, User } from '../core.ts';
import { LoopController, LoopState } from './loop-controller.ts';
import { branchPrefix } from './loop-index.ts';

class ParallelState extends LoopState {
  isFinished = false;
}

const once: Text = { raw: '1', constant: '1', evaluate: () => '1' };

/** Main loop of one branch of a Parallel controller, with a single iteration. */
export class ParallelLoop extends LoopController {
  constructor(context: CompileContext) {
    const name: Text = {
      raw: '',
      constant: undefined,
      evaluate: (user) => `${branchPrefix}${user.group.usersName}`,
    };
    super(context.nextIndex(), name, once, false);
  }

  protected override createState(): ParallelState {
    return new ParallelState(this.children);
  }

  /** JMeter creates a new loop for each execution. */
  override initialize(user: User): void {
    user.states[this.index] = this.createState();
    super.initialize(user);
  }

  override isDone(user: User): boolean {
    return (this.state(user) as ParallelState).isFinished || super.isDone(user);
  }

  /** "Start next loop" applies to the user, after all branches have ended. */
  override startNextLoop(user: User): void {
    if (user.action !== 'next-thread-loop') {
      super.startNextLoop(user);
      return;
    }
    (this.state(user) as ParallelState).isFinished = true;
    if (user.trunk) {
      user.trunk.action = 'next-thread-loop';
    }
    this.triggerEndOfLoop(user);
  }
}
