import { tracingChannel } from 'node:diagnostics_channel';

export type BackendCall = {
  /** The backend's name in messages. */
  backend: string;
  op: string;
};

/**
 * Channel on which adapters publish each request, so that it can be measured. It is not in the client's file, so that
 * functions without backends do not bundle the client.
 */
export const backendCalls = tracingChannel<unknown, BackendCall>('paddock:backend-call');
