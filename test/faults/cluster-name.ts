/** Of an order, or what its name begins with: names made of it are told by it from those of the backends' own objects. */
export const CLUSTER_NAME = 'faulty';
