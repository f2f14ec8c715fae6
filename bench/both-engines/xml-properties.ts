import type { XmlNode } from '../../src/jmx/parse-xml.ts';

/** A property of an element in a .jmx file; for a list or inner element, the element itself. The last of several with one name counts. */
export const propertyOf = ({ children }: XmlNode, name: string): XmlNode | undefined =>
  children.findLast(({ tag, attributes }) => tag.endsWith('Prop') && attributes.name === name);

export const textOf = (element: XmlNode, name: string): string => propertyOf(element, name)?.text ?? '';

/** Sets the text of a property that the element has. */
export function setText(element: XmlNode, name: string, text: string): void {
  const property = propertyOf(element, name);
  if (property && property.children.length === 0) property.text = text;
}

/** Sets the text of a property, adding it if missing. */
export function putText(element: XmlNode, name: string, text: string): void {
  if (propertyOf(element, name)) setText(element, name, text);
  else element.children.push(stringProp(name, text));
}

export const stringProp = (name: string, text: string): XmlNode => ({
  tag: 'stringProp',
  attributes: { name },
  text,
  children: [],
});
