/** Key of a user's connections in `user.stateOf`; set by its first HTTP request. */
export const connectionsKey = 'connections of HTTP samplers';
