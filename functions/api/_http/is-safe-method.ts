const LOOKS = ['GET', 'HEAD', 'OPTIONS'];

/** Whether a call of this method changes nothing. */
export const isSafeMethod = (method: string): boolean => LOOKS.includes(method);
