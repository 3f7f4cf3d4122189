/** Values for a load balancer's user data. None of them is secret. */
export type LoadBalancerInput = {
  name: string;
  /** The node network of the load balancer's tenant, such as `10.64.1.0/24`. */
  cidr: string;
  sshPublicKey?: string | undefined;
};
