/** Whether a grant or a token still holds: one that ends does so at the very instant it names. */
export const isValidAt = ({ expiresAt }: { expiresAt?: string | undefined }, now: Date): boolean =>
  expiresAt === undefined || Date.parse(expiresAt) > now.getTime();
