/** By which a user's connections are kept; who has none has asked nothing over HTTP. A text is found faster than a symbol. */
export const connectionsKey = 'connections of HTTP samplers';
