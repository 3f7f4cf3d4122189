import { join, resolve } from 'node:path';
import { OperatorError } from './operator-error.ts';

/** Where the local commands keep what outlives them: PADDOCK_HOME, or `.local` in the current folder. */
export const localHome = (): string => resolve(process.env.PADDOCK_HOME ?? '.local');

/** Bundles that are built already, for who starts several clouds of the same code: PADDOCK_FUNCTIONS. Else each cloud builds its own. */
export const builtFunctions = (): string | undefined => process.env.PADDOCK_FUNCTIONS;

/** Logs of one command; the last run's replace the one's before. */
export const localLogDir = (command: string): string => join(localHome(), 'logs', command);

/**
 * A port from the environment.
 * @throws OperatorError when it is not one
 */
export function portSetting(name: string, fallback: number): number {
  const text = process.env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new OperatorError(`${name} is ${text}, but it has to be a port from 0 (a free one) to 65535.`);
}
