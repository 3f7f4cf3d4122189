/** Prints what has been done with the seconds since the start, now or at the instant given. */
export type Progress = (message: string, atMs?: number) => void;

export function progressSince(startedAtMs: number, print: (line: string) => void): Progress {
  return (message, atMs = Date.now()) =>
    print(`${(Math.max(0, atMs - startedAtMs) / 1000).toFixed(1).padStart(6)} s  ${message}`);
}
