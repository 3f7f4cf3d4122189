import type { FastifyRequest } from 'fastify';

/** The user for whom a request is made, if it is not the user of its key. */
export interface Impersonated {
  userId: string;
  /** Rancher adds no groups of the user to these. */
  groups: readonly string[];
  extra: Readonly<Record<string, readonly string[]>>;
}

export const NOT_ALLOWED = 'not allowed to impersonate user';
const EXTRA = 'impersonate-extra-';

/** Reads the headers `Impersonate-…`. Without `Impersonate-User`, Rancher ignores the others. */
export function impersonatedIn({ raw: { headersDistinct } }: FastifyRequest): Impersonated | undefined {
  const userId = headersDistinct['impersonate-user']?.[0];
  if (!userId) return undefined;
  const extra = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    name.startsWith(EXTRA) ? [[name.slice(EXTRA.length), values] as const] : [],
  );
  return { userId, groups: headersDistinct['impersonate-group'] ?? [], extra: Object.fromEntries(extra) };
}

/** Users of Kubernetes itself, such as service accounts. Rancher does not know them. */
export const isOfKubernetes = ({ userId }: Impersonated): boolean => userId.startsWith('system:');
