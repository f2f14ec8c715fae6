/** Something at run time is not proven for the HTTP sampler implementation Java; the message is the reason. */
export class NotProven extends Error {}
