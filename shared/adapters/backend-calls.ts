import { tracingChannel } from 'node:diagnostics_channel';

export type BackendCall = {
  /** What the backend is called in messages. */
  backend: string;
  op: string;
};

/**
 * Told of every request of every adapter; whoever measures them subscribes. Apart from the client, so that a function that
 * speaks to no backend need not carry one.
 */
export const backendCalls = tracingChannel<unknown, BackendCall>('paddock:backend-call');
