export type LoadBalancer = {
  id: string;
  name: string;
  description: string;
  /** Octavia's `provisioning_status`: ACTIVE, ERROR, PENDING_UPDATE, … */
  status: string;
};

/** Load balancers of a project. A cloud may have no Octavia. */
export interface LoadBalancers {
  /** Whether the service catalog of the cloud has Octavia. */
  hasLoadBalancers(): Promise<boolean>;
  /** Lists the project's load balancers. Empty if the cloud has no Octavia. Makes one request for each page. */
  listLoadBalancers(): Promise<LoadBalancer[]>;
  /**
   * Asks Octavia to delete the load balancer with its listeners and pools. Octavia deletes them in the background.
   * Succeeds even if the load balancer is gone. Throws BackendConflict while Octavia changes or deletes it.
   */
  deleteLoadBalancer(id: string): Promise<void>;
}
