/** The numbers of a MachineDeployment. A number that Cluster API does not show is 0. */
export type DeploymentNumbers = {
  /** The wanted number of machines. */
  desired: number;
  replicas: number;
  /** Machines that were created from the current template. */
  upToDate: number;
  available: number;
};

/** The state of a pool as four numbers. A machine may be counted twice, for example as outdated and ready. */
export type PoolCounts = { pending: number; outdated: number; unavailable: number; ready: number };

/** The numbers that Rancher's web pages show for a pool. */
export const poolCounts = ({ desired, replicas, upToDate, available }: DeploymentNumbers): PoolCounts => {
  const ready = Math.min(replicas, available);
  return {
    pending: Math.max(0, desired - replicas),
    outdated: Math.max(0, replicas - upToDate),
    unavailable: replicas - ready,
    ready,
  };
};
