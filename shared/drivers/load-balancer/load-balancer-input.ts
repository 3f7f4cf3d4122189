/** Values for a load balancer's user data. None of them is secret. */
export type LoadBalancerInput = {
  /** Name of the server, which is also its host name: `k8s-lb-prod-1`. */
  name: string;
  /** The node network of the load balancer's tenant, such as `10.64.1.0/24`. */
  cidr: string;
  sshPublicKey?: string | undefined;
};
