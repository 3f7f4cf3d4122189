import type { Secrets } from '#shared/ports/runtime';

/** Secrets by name, as JSON text, like in the secret store. */
export const storedSecrets = (values: Record<string, unknown>): Pick<Secrets, 'find' | 'remove'> => ({
  find: async (name) => (name in values ? JSON.stringify(values[name]) : undefined),
  async remove(name) {
    delete values[name];
  },
});
