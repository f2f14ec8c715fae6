import { fail } from './values.ts';

/** Type that assigned array items are cast to. */
export function componentType(component: string): string {
  if (/^(?:int|long|double|boolean|char)$/.test(component)) {
    return component;
  }
  return component === 'String' ? 'java.lang.String' : 'java.lang.Object';
}

export function outOfArray(index: number, length: number): never {
  fail('java.lang.ArrayIndexOutOfBoundsException', `Index ${index} out of bounds for length ${length}`);
}
