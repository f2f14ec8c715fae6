/** Methods that texts have alike in Java and in JavaScript. Positions are in UTF-16 units in both. */
export function commonTextMethod(text: string, name: string, other: string): unknown {
  switch (name) {
    case 'concat':
      return text + other;
    case 'endsWith':
      return text.endsWith(other);
    case 'equals':
      return text === other;
    case 'equalsIgnoreCase':
      return text.toLowerCase() === other.toLowerCase() || text.toUpperCase() === other.toUpperCase();
    case 'startsWith':
      return text.startsWith(other);
    case 'toLowerCase':
      return text.toLowerCase();
    case 'toString':
      return text;
    case 'toUpperCase':
      return text.toUpperCase();
    default:
      return undefined;
  }
}
