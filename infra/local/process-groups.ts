import { rmSync } from 'node:fs';

/**
 * What must be gone when this process is: the groups of the children it started and the folders it made. The last
 * resort for a crash or an impatient exit; an orderly end empties both before.
 */
const groups = new Set<number>();
const folders = new Set<string>();
let isArmed = false;

function arm(): void {
  if (isArmed) return;
  isArmed = true;
  process.once('exit', () => {
    for (const group of groups) signalGroup(group, 'SIGKILL');
    for (const folder of folders) removeFolder(folder);
  });
}

export function ownGroup(group: number): void {
  arm();
  groups.add(group);
}

export function ownFolder(folder: string): void {
  arm();
  folders.add(folder);
}

/** Kills whatever is left of a group, grandchildren included, and forgets it: its number may be used again. */
export function endGroup(group: number): void {
  if (groups.delete(group)) signalGroup(group, 'SIGKILL');
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  folders.delete(folder);
}

export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
