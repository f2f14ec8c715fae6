import { javaTrim } from '../../languages/java/java-text.ts';
import type { ElementCompiler, Node, Step, Text, User } from '../core.ts';
import { type ControllerState, GenericController } from './generic-controller.ts';

/** An index beyond the last child: no child is selected, or no further child runs. */
const none = 0x7fff_ffff;

/** JMeter's SwitchController: runs one child, selected by index or name. */
class SwitchController extends GenericController {
  readonly #selection: Text;

  constructor(index: number, selection: Text) {
    super(index);
    this.#selection = selection;
  }

  override next(user: User): Step {
    const state = this.state(user);
    if (state.isFirst) {
      state.current = this.#select(user, state.children);
    }
    return super.next(user);
  }

  protected override incrementCurrent(_user: User, state: ControllerState): void {
    state.current = none;
  }

  #select(user: User, children: readonly Node[]): number {
    const selection = javaTrim(this.#selection.evaluate(user));
    if (selection === '') {
      return 0;
    }
    // A number beyond the int range is matched as a name.
    if (/^\p{Nd}+$/u.test(selection) && Number(selection) <= none) {
      const number = Number(selection);
      return number < children.length ? number : 0;
    }
    let fallback = none;
    for (const [index, child] of children.entries()) {
      // Names after the match are not evaluated, because functions in them would advance.
      const name = child.name?.evaluate(user) ?? '';
      if (name === selection) {
        return index;
      }
      if (name.toLowerCase() === 'default') {
        fallback = index;
      }
    }
    return fallback;
  }
}

export const switchController: ElementCompiler = (element, context) => ({
  controller: new SwitchController(context.nextIndex(), context.text(element, 'SwitchController.value')),
});
