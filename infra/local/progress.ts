/** Prints what has been done with the seconds it took since the start. */
export type Progress = (message: string) => void;

export function progressSince(startedAtMs: number, print: (line: string) => void): Progress {
  return (message) => print(`${((Date.now() - startedAtMs) / 1000).toFixed(1).padStart(6)} s  ${message}`);
}
