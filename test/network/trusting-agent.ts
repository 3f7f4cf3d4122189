import { Agent } from 'undici';

/**
 * An agent for calls to a server whose CA is given as PEM, for example from a kubeconfig. Without a CA, the agent
 * trusts the public authorities.
 */
export const agentTrusting = (caData: string | undefined, options: Agent.Options = {}): Agent =>
  new Agent({ ...options, connect: { ...(caData !== undefined && { ca: caData }) } });
