/** Whether a grant or a token is valid. It ends exactly at its end time. */
export const isValidAt = ({ expiresAt }: { expiresAt?: string | undefined }, now: Date): boolean =>
  expiresAt === undefined || Date.parse(expiresAt) > now.getTime();
