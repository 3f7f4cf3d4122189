import { tracingChannel } from 'node:diagnostics_channel';

export type BackendCall = {
  /** Name of the backend in messages. */
  backend: string;
  op: string;
};

/**
 * Publishes every request of every adapter for measurement. Apart from the client, so that a function without backends
 * need not bundle one.
 */
export const backendCalls = tracingChannel<unknown, BackendCall>('paddock:backend-call');
