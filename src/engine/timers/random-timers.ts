import type { PlanElement } from '../../jmx/plan-tree.ts';
import { parseJavaDouble } from '../../languages/java/java-double.ts';
import { toLong } from '../../languages/java/numbers.ts';
import type { CompileContext, CompiledElement, ElementCompiler } from '../core.ts';

type Random = () => number;

/** JMeter's random timers: the sum of a constant and a random part. */
const randomTimer =
  (draw: (range: number, random: Random) => number): ElementCompiler =>
  (element: PlanElement, context: CompileContext): CompiledElement => {
    const delay = context.text(element, 'ConstantTimer.delay');
    const range = context.text(element, 'RandomTimer.range');
    const { random } = context.environment;
    return {
      timer: {
        delayMs(user) {
          const width = parseJavaDouble(range.evaluate(user)) ?? 0;
          return Math.trunc(Math.abs(draw(width, random) + toLong(delay.evaluate(user))));
        },
      },
    };
  };

export const uniformRandomTimer = randomTimer((range, random) => random() * range);

export const gaussianRandomTimer = randomTimer((range, random) => gaussian(random) * range);

export const poissonRandomTimer = randomTimer((range, random) => poisson(Math.round(range), random));

/** Polar method, as in Java's Random. */
function gaussian(random: Random): number {
  for (;;) {
    const one = 2 * random() - 1;
    const two = 2 * random() - 1;
    const size = one * one + two * two;
    if (size < 1 && size !== 0) {
      return one * Math.sqrt((-2 * Math.log(size)) / size);
    }
  }
}

function poisson(lambda: number, random: Random): number {
  return lambda <= 30 ? smallPoisson(lambda, random) : largePoisson(lambda, random);
}

/** Knuth's algorithm. */
function smallPoisson(lambda: number, random: Random): number {
  const limit = Math.exp(-lambda);
  let count = 0;
  let product = 1;
  do {
    count += 1;
    product *= random();
  } while (product > limit);
  return count - 1;
}

/** Atkinson's rejection method with a logistic envelope. */
function largePoisson(lambda: number, random: Random): number {
  const c = 0.767 - 3.36 / lambda;
  const beta = Math.PI / Math.sqrt(3 * lambda);
  const alpha = beta * lambda;
  const k = Math.log(c) - lambda - Math.log(beta);
  for (;;) {
    const u = random();
    const x = (alpha - Math.log((1 - u) / u)) / beta;
    const n = Math.floor(x + 0.5);
    if (n < 0 || !Number.isFinite(n)) {
      continue;
    }
    const y = alpha - beta * x;
    const left = y + Math.log(random() / (1 + Math.exp(y)) ** 2);
    if (left <= k + n * Math.log(lambda) - logFactorial(n)) {
      return n;
    }
  }
}

/** Stirling's series, accurate to the last relevant digit. */
function logFactorial(n: number): number {
  const x = n + 1;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x) - 1 / (360 * x ** 3);
}
