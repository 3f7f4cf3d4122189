import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';

/**
 * A killed orphan may remain a zombie if process 1 reaps no children, as in many containers. A zombie holds no
 * resources, so it does not count as running.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !(existsSync('/proc/self/stat') && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
  } catch {
    return false;
  }
}

/** Ids of the processes whose command line contains the text. The list is empty on systems other than Linux. */
export function runningWith(text: string): number[] {
  if (!existsSync('/proc/self/cmdline')) return [];
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => isRunning(pid) && commandLine(pid).includes(text));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // the process ended after the directory was listed
  }
}

export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
