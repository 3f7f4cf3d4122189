import type { SeenSnapshot } from '../../clusters/operations/operation-problem.ts';

/** A snapshot of etcd. A restore refers to the snapshot by `name`. */
export type EtcdSnapshot = SeenSnapshot & {
  fileName: string;
  location: string;
  nodeName: string;
  createdAt: string;
  sizeBytes: number;
};
