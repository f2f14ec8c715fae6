const plainKeys = {
  NULL: null,
  CANCEL: 'Cancel',
  HELP: 'Help',
  BACK_SPACE: 'Backspace',
  TAB: 'Tab',
  CLEAR: 'Clear',
  RETURN: 'Enter',
  ENTER: 'Enter',
  SHIFT: 'ShiftLeft',
  CONTROL: 'ControlLeft',
  ALT: 'AltLeft',
  PAUSE: 'Pause',
  ESCAPE: 'Escape',
  SPACE: 'Space',
  PAGE_UP: 'PageUp',
  PAGE_DOWN: 'PageDown',
  END: 'End',
  HOME: 'Home',
  ARROW_LEFT: 'ArrowLeft',
  LEFT: 'ArrowLeft',
  ARROW_UP: 'ArrowUp',
  UP: 'ArrowUp',
  ARROW_RIGHT: 'ArrowRight',
  RIGHT: 'ArrowRight',
  ARROW_DOWN: 'ArrowDown',
  DOWN: 'ArrowDown',
  INSERT: 'Insert',
  DELETE: 'Delete',
  SEMICOLON: 'Semicolon',
  EQUALS: 'Equal',
  MULTIPLY: 'NumpadMultiply',
  ADD: 'NumpadAdd',
  SEPARATOR: null,
  SUBTRACT: 'NumpadSubtract',
  DECIMAL: 'NumpadDecimal',
  DIVIDE: 'NumpadDivide',
  COMMAND: 'MetaLeft',
  META: 'MetaLeft',
};

/** Keys by the names that scripts use. */
export const Key: Readonly<Record<string, string | null>> = Object.freeze({
  ...plainKeys,
  ...numbered('NUMPAD', 'Numpad', 0, 9),
  ...numbered('F', 'F', 1, 12),
});

export const MouseButtons = Object.freeze({ LEFT: 'left', RIGHT: 'right', MIDDLE: 'middle' });

const keyValues: ReadonlySet<unknown> = new Set(Object.values(Key).filter((value) => value !== null));

/** Whether a text is a key to press rather than a text to type. */
export function isKey(value: unknown): value is string {
  return keyValues.has(value);
}

const symbols: Record<string, string> = {
  ';': 'Semicolon',
  ':': 'Semicolon',
  '=': 'Equal',
  '+': 'Equal',
  ',': 'Comma',
  '<': 'Comma',
  '-': 'Minus',
  _: 'Minus',
  '.': 'Period',
  '>': 'Period',
  '/': 'Slash',
  '?': 'Slash',
  '`': 'Backquote',
  '~': 'Backquote',
  '[': 'BracketLeft',
  '{': 'BracketLeft',
  '\\': 'Backslash',
  '|': 'Backslash',
  ']': 'BracketRight',
  '}': 'BracketRight',
  "'": 'Quote',
  '"': 'Quote',
  ' ': 'Space',
};

/** The key of an American keyboard that a single character is on; longer names are kept. */
export function keyCodeOf(key: string): string {
  if (key.length !== 1) return key;
  if (/[a-z]/i.test(key)) return `Key${key.toUpperCase()}`;
  if (/[0-9]/.test(key)) return `Digit${key}`;
  const shifted = ')!@#$%^&*('.indexOf(key);
  return symbols[key] ?? (shifted >= 0 ? `Digit${shifted}` : key);
}

function numbered(name: string, value: string, from: number, to: number): Record<string, string> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return Object.fromEntries(numbers.map((number) => [`${name}${number}`, `${value}${number}`]));
}
