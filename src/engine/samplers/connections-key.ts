/** By which a user's connections are kept; who has none has asked nothing over HTTP. */
export const connectionsKey = 'connections of HTTP samplers';
