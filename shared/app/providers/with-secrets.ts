import { AppError } from '#shared/errors';
import type { Secrets } from '#shared/ports/runtime';

export type NewSecret = { name: string; value: string };

/**
 * Writes secrets under unused names, then the record that refers to them. So a record never refers to a missing secret,
 * and a refused record leaves no secret behind. When it is unknown whether the record was written (the database did not
 * answer), the secrets stay: a spare secret does no harm.
 */
export async function withSecrets<T>(
  secrets: Secrets,
  written: readonly NewSecret[],
  record: () => Promise<T>,
): Promise<T> {
  const remove = () => Promise.all(written.map(({ name }) => secrets.remove(name)));
  try {
    await Promise.all(written.map(({ name, value }) => secrets.put(name, value)));
  } catch (error) {
    await remove();
    throw error;
  }
  try {
    return await record();
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await remove();
    throw error;
  }
}
