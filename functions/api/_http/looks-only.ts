const LOOKS = ['GET', 'HEAD', 'OPTIONS'];

/** Whether a call of this method changes nothing. */
export const looksOnly = (method: string): boolean => LOOKS.includes(method);
