const LOOKS = ['GET', 'HEAD', 'OPTIONS'];

/** Whether calls of this method change nothing. */
export const isSafeMethod = (method: string): boolean => LOOKS.includes(method);
