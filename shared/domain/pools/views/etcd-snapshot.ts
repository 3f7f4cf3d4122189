import type { SeenSnapshot } from '../../clusters/operations/operation-problem.ts';

/** A snapshot of etcd. `name` is the one by which it is restored. */
export type EtcdSnapshot = SeenSnapshot & {
  fileName: string;
  location: string;
  nodeName: string;
  createdAt: string;
  sizeBytes: number;
};
