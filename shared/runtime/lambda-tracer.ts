import { readEnv, tracingEnv } from './env.ts';
import { silentTracer, type Tracer } from './tracer.ts';

/**
 * Lambda sets the address of X-Ray's daemon. Without this address, as on an emulator, the X-Ray SDK is not loaded. The
 * SDK would cost 50 ms of every cold start and a hook on every promise.
 */
export const tracer: Tracer =
  readEnv(tracingEnv).AWS_XRAY_DAEMON_ADDRESS === undefined
    ? silentTracer
    : (await import('./xray-tracer.ts')).xrayTracer();
