/** Whether a failure of the file system has this code. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Undefined if there is no such file. */
export const ifFile = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
