/**
 * The cluster name in an order, or the beginning of that name. The backends' own objects never have names with this
 * word.
 */
export const CLUSTER_NAME = 'faulty';
