/** Key of a user's connections in `user.keep`; set by its first HTTP request. */
export const connectionsKey = 'connections of HTTP samplers';
