/** Charsets of request bodies that the engine supports; empty is UTF-8. */
export const isBodyCharset = (name: string): boolean => /^(?:utf-?8|iso-8859-1|us-ascii)?$/i.test(name);
