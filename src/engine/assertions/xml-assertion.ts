import { BrokenXml } from '../../languages/xml/xml-document.ts';
import type { Assertion, ElementCompiler, User } from '../core.ts';
import { XmlReader } from '../languages/xml-reader.ts';
import type { AssertionOutcome, Result } from '../state/result.ts';

const doctypeMessage =
  'DOCTYPE is disallowed when the feature "http://apache.org/xml/features/disallow-doctype-decl" set to true.';

/** Asks whether an answer is well-formed XML. */
export const xmlAssertion: ElementCompiler = (element, context) => {
  const name = context.compile(element.name);
  const reader = context.shared(XmlReader, () => new XmlReader());
  const check = (result: Result, user: User): AssertionOutcome => {
    const outcome = { name: name.evaluate(user), isFailure: false, isError: false, message: '' };
    if (result.text === '') {
      return { ...outcome, isFailure: true, message: 'Response was null' };
    }
    const message = problemOf(result.text, reader);
    return message === undefined ? outcome : { ...outcome, isFailure: true, isError: true, message };
  };
  const assertion: Assertion = { name, scope: () => 'parent', check };
  return { assertion };
};

function problemOf(text: string, reader: XmlReader): string | undefined {
  if (text.startsWith('\ufeff')) {
    return 'Content is not allowed in prolog.';
  }
  if (/^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*<!DOCTYPE/.test(text)) {
    return doctypeMessage;
  }
  try {
    reader.read(text, false);
    return undefined;
  } catch (error) {
    if (error instanceof BrokenXml) {
      return error.message;
    }
    throw error;
  }
}
