import type { Secrets } from '#shared/ports/runtime';

/** Secrets by name, as JSON text, the way the store has them. */
export const storedSecrets = (values: Record<string, unknown>): Pick<Secrets, 'find' | 'remove'> => ({
  find: async (name) => (name in values ? JSON.stringify(values[name]) : undefined),
  async remove(name) {
    delete values[name];
  },
});
