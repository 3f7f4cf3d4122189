export type LoadBalancer = {
  id: string;
  name: string;
  description: string;
  /** Octavia's `provisioning_status`: ACTIVE, ERROR, PENDING_UPDATE, … */
  status: string;
};

/** Octavia's load balancers of a project. Some clouds have no Octavia. */
export interface LoadBalancers {
  /** Whether the service catalog of the cloud has Octavia. */
  hasLoadBalancers(): Promise<boolean>;
  /** Lists the project's load balancers. Empty if the cloud has no Octavia. Makes one request for each page. */
  listLoadBalancers(): Promise<LoadBalancer[]>;
  /**
   * Asks Octavia to delete the load balancer with its listeners and pools. Octavia deletes these objects in the
   * background. Succeeds even if the load balancer is gone. Throws BackendConflict while Octavia is changing or
   * deleting the load balancer.
   */
  deleteLoadBalancer(id: string): Promise<void>;
}
