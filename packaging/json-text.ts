/** A JSON document as npm writes it. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
