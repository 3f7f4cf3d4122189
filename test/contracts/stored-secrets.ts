import type { Secrets } from '#shared/ports/runtime';

/** Secrets for reading, by name; as JSON text, the way the store has them. */
export const storedSecrets = (values: Record<string, unknown>): Pick<Secrets, 'find'> => ({
  find: async (name) => (name in values ? JSON.stringify(values[name]) : undefined),
});
