/** What came up is not proven for the implementation Java of HTTP samplers; the message is the reason. */
export class NotProven extends Error {}
