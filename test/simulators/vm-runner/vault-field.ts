import { z } from 'zod';

const anything = z.record(z.string(), z.unknown());
const answer = z.looseObject({
  data: anything.nullish(),
  auth: z.looseObject({ client_token: z.string(), accessor: z.string().optional() }).nullish(),
});

/**
 * Returns the value for `-field=…` of Vault's command line. For a login, the field belongs to `auth`. For a versioned
 * secret, it is a field of the secret itself.
 */
export function fieldOf(text: string, field: string): unknown {
  const { data, auth } = answer.parse(JSON.parse(text === '' ? '{}' : text));
  if (auth) return { token: auth.client_token, token_accessor: auth.accessor }[field] ?? auth[field];
  const versioned = anything.safeParse(data?.data);
  return (versioned.success ? versioned.data[field] : undefined) ?? data?.[field];
}
