import { join, resolve } from 'node:path';
import { OperatorError } from './operator-error.ts';

/** Folder for files that outlive a local command: PADDOCK_HOME, or `.local` in the current folder. */
export const localHome = (): string => resolve(process.env.PADDOCK_HOME ?? '.local');

/**
 * PADDOCK_FUNCTIONS: a folder with bundles that are already built. If it is set, several clouds can start from one
 * build. Otherwise each cloud builds its own bundles.
 */
export const builtFunctions = (): string | undefined => process.env.PADDOCK_FUNCTIONS;

/** Folder of a command's logs. Each run replaces the logs of the run before. */
export const localLogDir = (command: string): string => join(localHome(), 'logs', command);

/**
 * Reads a port from the environment.
 * @throws OperatorError when the value is not a port
 */
export function portSetting(name: string, fallback: number): number {
  const text = process.env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new OperatorError(`${name} is ${text}, but it has to be a port from 1 to 65535, or 0 for any free port.`);
}
