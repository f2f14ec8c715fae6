const usualMethods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS']);

/** Whether HttpClient, as JMeter uses it, accepts the method; with others a sample fails. */
export const isMethod = (method: string): boolean =>
  usualMethods.has(method) || /^[\da-z]+(?:[-_]?[\da-z]+)*$/i.test(method);
