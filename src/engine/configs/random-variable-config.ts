import { formatWhole } from '../../languages/java/decimal-format.ts';
import { JavaRandom } from '../../languages/java/java-random.ts';
import { parseLong } from '../../languages/java/numbers.ts';
import type { ElementCompiler, Environment, User } from '../core.ts';

const maxInt = 0x7fff_ffff;

interface Generator {
  nextInt(bound: number): number;
}

/** Shared by all users: JMeter initializes the element for each user, so the last user's values win. */
interface RandomState {
  minimum: string;
  maximum: string;
  name: string;
  format: string;
  seed: string;
  isPerThread: boolean;
  from: number;
  range: number;
  generator: Generator | undefined;
}

/** JMeter's RandomVariableConfig: a random number in each iteration. */
export const randomVariableConfig: ElementCompiler = (element, context) => {
  const text = (name: string) => context.text(element, name);
  const [minimum, maximum, name] = [text('minimumValue'), text('maximumValue'), text('variableName')];
  const [format, seed, perThread] = [text('outputFormat'), text('randomSeed'), text('perThread')];
  const state = context.shared(
    element,
    (): RandomState => ({
      ...{ minimum: '', maximum: '', name: '', format: '', seed: '' },
      ...{ isPerThread: false, from: 0, range: 0, generator: undefined },
    }),
  );
  const prepare = (user: User) => {
    state.minimum = minimum.evaluate(user);
    state.maximum = maximum.evaluate(user);
    state.name = name.evaluate(user);
    state.format = format.evaluate(user);
    state.seed = seed.evaluate(user);
    state.isPerThread = perThread.evaluate(user).toLowerCase() === 'true';
  };
  return {
    userListener: { userStarted: prepare },
    iterationListener: {
      iterationStart(user) {
        const generator = state.isPerThread
          ? user.stateOf(element, () => begin(state, context.environment))
          : (state.generator ?? begin(state, context.environment));
        state.generator = state.isPerThread ? undefined : generator;
        if (state.range > 0) {
          const value = state.from + generator.nextInt(state.range);
          user.variables.set(state.name, formatWhole(value, state.format));
        }
      },
    },
  };
};

function begin(state: RandomState, environment: Environment): Generator {
  state.from = parseLong(state.minimum) ?? 0;
  const range = (parseLong(state.maximum) ?? 0) - state.from + 1;
  if (range < 1) {
    environment.log('error', `maximum(${state.maximum}) must be >= minimum(${state.minimum})`);
  }
  state.range = Math.max(0, Math.min(range, maxInt));
  const seed = state.seed === '' ? undefined : parseLong(state.seed);
  return seed === undefined
    ? { nextInt: (bound) => Math.floor(environment.random() * bound) }
    : new JavaRandom(BigInt(seed));
}
