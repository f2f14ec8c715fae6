import { booleanProperty } from '../../jmx/plan-tree.ts';
import { OroRegex } from '../../languages/oro-regex/oro-regex.ts';
import type { ElementCompiler } from '../core.ts';
import { changeableSampler, httpChangerKind, makeArgument, withPath } from '../samplers/http-change.ts';

/** Copies a session id from the last response into the path or parameters of an HTTP request. */
export const urlRewritingModifier: ElementCompiler = (element, context) => {
  const argumentName = context.text(element, 'argument_name');
  const isInPath = booleanProperty(element, 'path_extension');
  const hasNoEquals = booleanProperty(element, 'path_extension_no_equals');
  const hasNoQuestion = booleanProperty(element, 'path_extension_no_questionmark');
  const isKept = booleanProperty(element, 'cache_value', true);
  const isEncoded = booleanProperty(element, 'encode');
  const expressions = new Map<string, OroRegex>();

  const expressionFor = (name: string) => {
    let regex = expressions.get(name);
    if (!regex) {
      regex = isInPath ? pathExpression(name, hasNoEquals, hasNoQuestion) : parameterExpression(name);
      expressions.set(name, regex);
    }
    return regex;
  };

  return {
    config: { kind: httpChangerKind, value: element },
    preProcessor: {
      process(user) {
        const sampler = changeableSampler(user);
        const text = user.previousResult?.text;
        if (!sampler || text === undefined) {
          return;
        }
        const name = argumentName.evaluate(user);
        const matches: RegExpExecArray[] = [];
        expressionFor(name).findIn(text, matches, 1);
        let value = matches[0]?.slice(1).find((group) => group !== undefined) ?? '';
        if (isKept) {
          const kept = user.keep(expressions, () => ({ value: '' }));
          kept.value = value || kept.value;
          value = kept.value;
        }
        sampler.change(user, (properties) => {
          if (isInPath) {
            const path = withoutSession(properties.path.evaluate(user).replaceAll(' ', '%20'), `;${name}`);
            return withPath(properties, user, `${path};${name}${hasNoEquals ? '' : '='}${value}`);
          }
          const others = properties.arguments.filter((each) => each.name.evaluate(user) !== name);
          return { ...properties, arguments: [...others, makeArgument(name, value, !isEncoded)] };
        });
      },
    },
  };
};

/** A new one goes behind the query, where JMeter has no use for it but puts it. */
function withoutSession(path: string, session: string): string {
  const at = path.indexOf(session);
  if (at < 0) {
    return path;
  }
  const question = path.indexOf('?');
  return path.slice(0, at) + (question < 0 ? '' : path.slice(question));
}

const quote = (text: string) => text.replace(/[^A-Za-z0-9_]/g, '\\$&');

function pathExpression(name: string, hasNoEquals: boolean, hasNoQuestion: boolean): OroRegex {
  return new OroRegex(`;${quote(name)}${hasNoEquals ? '' : '='}([^"'<>&\\s;${hasNoQuestion ? '?' : ''}]*)`);
}

/** In an address, or in a field of a form, whichever way round. */
function parameterExpression(name: string): OroRegex {
  const value = '\\s[vV][Aa][Ll][Uu][Ee]\\s*=\\s*["\']([^"\']*)["\']';
  const field = `\\s[Nn][Aa][Mm][Ee]\\s*=\\s*["']${quote(name)}["']`;
  return new OroRegex(
    `[;\\?&]${quote(name)}=([^"'<>&\\s;\\\\]*)|${field}[^>]*${value}|${value}[^>]*${field}`,
  );
}
