const byte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${byte}(?:\\.${byte}){3}$`);

/** As `isIPv4` of `node:net`, for modules that must not load sockets. */
export const isIpv4 = (text: string) => ipv4.test(text);
