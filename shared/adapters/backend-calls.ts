import { tracingChannel } from 'node:diagnostics_channel';

export type BackendCall = {
  /** The backend's name in messages. */
  backend: string;
  op: string;
};

/**
 * Channel on which adapters publish each request, so that it can be measured. It has a file of its own, so that
 * functions without backends do not bundle the HTTP client.
 */
export const backendCalls = tracingChannel<unknown, BackendCall>('paddock:backend-call');
