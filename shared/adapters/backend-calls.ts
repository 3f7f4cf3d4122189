import { tracingChannel } from 'node:diagnostics_channel';

export type BackendCall = {
  /** The backend's name in messages. */
  backend: string;
  op: string;
};

/**
 * Adapters publish each request on this channel, so that it can be measured. The channel has its own file, so that
 * functions without backends do not bundle the HTTP client.
 */
export const backendCalls = tracingChannel<unknown, BackendCall>('paddock:backend-call');
