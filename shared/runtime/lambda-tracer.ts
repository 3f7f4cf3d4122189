import { readEnv, tracingEnv } from './env.ts';
import { silentTracer, type Tracer } from './tracer.ts';

/**
 * Lambda sets the address of X-Ray's daemon if tracing is on. Without the address, as on an emulator, the X-Ray SDK is
 * not loaded. The SDK would slow down every cold start by 50 ms, and every promise a little.
 */
export const tracer: Tracer =
  readEnv(tracingEnv).AWS_XRAY_DAEMON_ADDRESS === undefined
    ? silentTracer
    : (await import('./xray-tracer.ts')).xrayTracer();
