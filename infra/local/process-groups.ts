import { rmSync } from 'node:fs';

/**
 * Process groups of child processes, and temporary folders. A normal stop removes all of them. After a crash or a
 * second signal, the exit handler below kills the groups and removes the folders.
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

/**
 * Kills all remaining processes of a group, including children of children. Then forgets the group, because the system
 * may use the group's number again.
 */
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
