/**
 * The cluster name in an order, or its beginning. Names derived from it are distinct from names of the backends' own
 * objects.
 */
export const CLUSTER_NAME = 'faulty';
