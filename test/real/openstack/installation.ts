import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ports } from './ports.ts';

/** One OpenStack on this machine: its folder, its Python, its single password, and the ports of this run. */
export interface Installation {
  readonly home: string;
  readonly bin: string;
  /** The folder of the configuration that comes with the packages. */
  readonly packaged: string;
  readonly logDir: string;
  readonly password: string;
  readonly ports: Ports;
}

/** Returns a path below the installation's folder. Makes the folder and its parents, closed to other users. */
export function folderOf({ home }: Pick<Installation, 'home'>, ...path: string[]): string {
  const folder = join(home, ...path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** The file that exists once the databases and the catalogue are complete. */
export const seededMark = ({ home }: Pick<Installation, 'home'>): string => join(home, 'seeded');

/** The password of everything in the installation: administrator, services, database and queue. Made once. */
export function passwordIn(home: string): string {
  const file = join(folderOf({ home }), 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(16).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}
