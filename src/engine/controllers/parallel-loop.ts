import type { CompileContext, Text, User } from '../core.ts';
import { LoopController, LoopState } from './loop-controller.ts';
import { branchPrefix } from './loop-index.ts';

class ParallelState extends LoopState {
  isFinished = false;
}

const once: Text = { raw: '1', constant: '1', evaluate: () => '1' };

/** The main loop of one child of a Parallel controller, with one pass. */
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

  /** JMeter makes a new one each time. */
  override initialize(user: User): void {
    user.states[this.index] = this.createState();
    super.initialize(user);
  }

  override isDone(user: User): boolean {
    return (this.state(user) as ParallelState).isFinished || super.isDone(user);
  }

  /** The next pass of the thread is not its own but the user's, who goes there when all branches are done. */
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
