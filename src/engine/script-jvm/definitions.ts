import { argumentsOf } from '../../jmx/arguments-of.ts';
import { elementProperty, type PlanElement, textProperty } from '../../jmx/plan-tree.ts';
import { jvmScriptProblem } from '../../jmx/proven/jvm-script-rule.ts';
import type { CompileContext, PlanListener, Text, User } from '../core.ts';
import { evaluatedAtStart } from '../languages/evaluated-at-start.ts';
import { stopForUnsupported } from '../languages/stop-for-unsupported.ts';
import type { FrameWriter } from './frame-writer.ts';

/** An element of the plan that runs in the JVM. */
export interface Definition {
  readonly index: number;
  readonly name: Text;
  /** Whether the JVM takes it for the current sampler. */
  readonly isSampler: boolean;
  /** Whether it may read the previous sample. */
  readonly readsSample: boolean;
  readonly planListener: PlanListener;
  /** Texts of one call; undefined where they are constant and the JVM has them. JMeter evaluates all of them each time. */
  textsOf(user: User): readonly (string | undefined)[];
}

/** Kinds of frames that define elements. */
const frameOf = { script: 2, javaRequest: 6 } as const;

/** Defines an element in the JVM. */
export function define(
  element: PlanElement,
  context: CompileContext,
  index: number,
  frames: FrameWriter,
): Definition {
  return element.kind === 'JavaSampler'
    ? defineJavaRequest(element, context, index, frames)
    : defineScript(element, context, index, frames);
}

const evaluated = (text: Text, user: User) => (text.constant === undefined ? text.evaluate(user) : undefined);

function defineScript(
  element: PlanElement,
  context: CompileContext,
  index: number,
  frames: FrameWriter,
): Definition {
  const name = context.compile(element.name);
  const source = context.text(element, 'script');
  const parameters = context.text(element, 'parameters');
  const readsSample =
    source.constant === undefined || /\b(?:prev|SampleResult|ctx|getContext)\b/.test(source.constant);
  frames.begin(frameOf.script);
  frames.text(element.kind);
  frames.text(textProperty(element, 'scriptLanguage'));
  frames.text(textProperty(element, 'cacheKey'));
  frames.text(name.constant);
  frames.text(source.constant);
  frames.text(parameters.constant);
  frames.byte(readsSample ? 1 : 0);
  frames.end();
  const proven = context.shared('proven scripts', () => new Set<string>());
  return {
    index,
    name,
    isSampler: false,
    readsSample,
    planListener: evaluatedAtStart(element, context, [parameters, source]),
    textsOf(user) {
      const given = evaluated(parameters, user);
      const text = evaluated(source, user);
      if (text !== undefined && !proven.has(text)) {
        const problem = jvmScriptProblem(text);
        if (problem !== undefined) {
          stopForUnsupported(user, `A script has ${problem}`);
        }
        proven.add(text);
      }
      return [evaluated(name, user), text, given];
    },
  };
}

function defineJavaRequest(
  element: PlanElement,
  context: CompileContext,
  index: number,
  frames: FrameWriter,
): Definition {
  const name = context.compile(element.name);
  const args = argumentsOf(elementProperty(element, 'arguments')).flatMap((each) => [
    context.compile(each.name),
    context.compile(each.value),
  ]);
  frames.begin(frameOf.javaRequest);
  frames.text(textProperty(element, 'classname'));
  frames.text(element.name);
  frames.int(args.length / 2);
  frames.end();
  return {
    index,
    name,
    isSampler: true,
    readsSample: false,
    planListener: {},
    textsOf: (user) => [name, ...args].map((text) => text.evaluate(user)),
  };
}
