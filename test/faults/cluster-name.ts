/** The name in an order, or its beginning: it distinguishes names made of it from those of the backends' own objects. */
export const CLUSTER_NAME = 'faulty';
