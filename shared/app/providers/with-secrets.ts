import { AppError } from '#shared/errors';
import type { Secrets } from '#shared/ports/runtime';

export type NewSecret = { name: string; value: string };

/**
 * Writes secrets under names that nothing refers to yet, and then the record that counts on them: a record never refers to a
 * secret that is not there, and a record that is refused leaves none behind. When it is not known whether the record was
 * written (the database did not answer), they stay: one too many harms nobody, one too few does.
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
