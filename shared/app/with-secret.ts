import type { Secrets } from '../ports/runtime.ts';

/**
 * Writes a secret and then the record that counts on it: a record never refers to a secret that is not there, and a
 * record that fails leaves no secret behind (or the one before).
 */
export async function withSecret<T>(
  secrets: Secrets,
  name: string,
  value: string,
  record: () => Promise<T>,
): Promise<T> {
  const before = await secrets.find(name);
  await secrets.put(name, value);
  try {
    return await record();
  } catch (error) {
    await (before === undefined ? secrets.remove(name) : secrets.put(name, before));
    throw error;
  }
}
