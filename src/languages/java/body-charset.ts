/** Charsets in which our own engine writes the bodies of requests; empty is UTF-8. */
export const isBodyCharset = (name: string): boolean => /^(?:utf-?8|iso-8859-1|us-ascii)?$/i.test(name);
