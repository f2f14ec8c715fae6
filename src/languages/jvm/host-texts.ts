import { dateText } from './library/date-classes.ts';
import { timeTexts } from './library/time-classes.ts';
import { type HostObject, UnsupportedScript } from './values.ts';

/** Java's `toString` of objects with internal state. */
const texts: Readonly<Record<string, (self: never) => string>> = {
  'java.util.Date': dateText,
  'java.util.UUID': (self: string) => self,
  'java.net.URL': (self: { text: string }) => self.text,
  ...timeTexts,
  'java.lang.StringBuilder': (self: { text: string }) => self.text,
  'java.lang.StringBuffer': (self: { text: string }) => self.text,
};

export function textOfObject({ className, self }: HostObject): string {
  const text = Object.hasOwn(texts, className) ? texts[className] : undefined;
  if (!text) {
    throw new UnsupportedScript(`the text of a ${className}`);
  }
  return text(self as never);
}
