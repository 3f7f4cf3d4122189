import { notFound } from '../vault-error.ts';
import type { AppRoleMount } from '../vault-objects.ts';
import { type Answer, route, type VaultCall, type VaultRoute } from '../vault-route.ts';
import { NEW_ROLE } from './role-handlers.ts';
import { roleView } from './role-view.ts';

/** Paths whose field has another name. Every other path is the field's name with `-` instead of `_`. */
const FIELDS: Record<string, string> = {
  policies: 'token_policies',
  period: 'token_period',
  'bound-cidr-list': 'secret_id_bound_cidrs',
};
const SAME = [
  ...['bind-secret-id', 'secret-id-bound-cidrs', 'secret-id-num-uses', 'secret-id-ttl', 'local-secret-ids'],
  ...['token-num-uses', 'token-ttl', 'token-max-ttl', 'token-bound-cidrs'],
];

/** Routes for single fields of a role. Each field can be read, written, and reset to the default of a new role. */
export const roleFieldRoutes = (mount: AppRoleMount, write: (call: VaultCall) => null): VaultRoute[] =>
  [...SAME, ...Object.keys(FIELDS)].map((path) => {
    const field = FIELDS[path] ?? path.replaceAll('-', '_');
    const shown = ({ params: { name = '' } }: VaultCall) => {
      const role = mount.roles.get(name.toLowerCase());
      if (!role) throw notFound();
      return { role, view: new Map<string, unknown>(Object.entries(roleView(role))) };
    };
    return route(`role/:name/${path}`, {
      read(call): Answer {
        const value = shown(call).view.get(field);
        return { data: { [field]: value, ...(path in FIELDS && { [path.replaceAll('-', '_')]: value }) } };
      },
      update: (call) => shown(call) && write(call),
      delete(call): null {
        Object.assign(shown(call).role, { [field]: new Map<string, unknown>(Object.entries(NEW_ROLE)).get(field) });
        return null;
      },
    });
  });
