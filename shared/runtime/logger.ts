import { Logger as PowertoolsLogger } from '@aws-lambda-powertools/logger';
import type { Logger } from '../ports/runtime.ts';

/** A logger of structured lines. Each line has the fields of its call, such as the correlation id. */
export interface ContextLogger extends Logger {
  with(fields: Record<string, unknown>): ContextLogger;
}

function wrap(inner: PowertoolsLogger): ContextLogger {
  return {
    info: (message, fields = {}) => inner.info(message, fields),
    warn: (message, fields = {}) => inner.warn(message, fields),
    error: (message, fields = {}) => inner.error(message, fields),
    with: (fields) => wrap(inner.createChild({ persistentKeys: fields })),
  };
}

/** Logs JSON lines to stdout. `service` is the function's folder, such as `api/records`. */
export function lambdaLogger(service: string): ContextLogger {
  return wrap(new PowertoolsLogger({ serviceName: service }));
}
