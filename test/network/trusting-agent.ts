import { Agent } from 'undici';

/** For calls to a server with an authority that a kubeconfig names, as PEM; without one the public authorities are trusted. */
export const agentTrusting = (caData: string | undefined, options: Agent.Options = {}): Agent =>
  new Agent({ ...options, connect: { ...(caData !== undefined && { ca: caData }) } });
