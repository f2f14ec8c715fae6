const usualMethods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS']);

/** Whether JMeter makes a request of HttpClient for a method; for others a sample fails. */
export const isMethod = (method: string): boolean =>
  usualMethods.has(method) || /^[\da-z]+(?:[-_]?[\da-z]+)*$/i.test(method);
