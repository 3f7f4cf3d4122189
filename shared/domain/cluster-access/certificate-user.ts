/** Kubernetes gives names with this prefix to its own components, such as `system:kube-scheduler`. */
const RESERVED_PREFIX = 'system:';

/**
 * The name of a user in a client certificate of a cluster. Users choose their names at the identity provider, so a name
 * with Kubernetes' own prefix gets another one. Otherwise the user would have the rights of a component.
 */
export const certificateUser = (username: string): string =>
  username.startsWith(RESERVED_PREFIX) ? `user:${username}` : username;
