import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OPERATIONS } from '#infra/openapi/operations';
import { RULES } from '#test/permissions/caller-kinds';
import { permissionsPage } from '#test/permissions/permissions-page';

test('docs/permissions.md is what the permission table says: `npm run permissions` makes it', () => {
  expect(readFileSync('docs/permissions.md', 'utf8')).toBe(permissionsPage());
});

/** Rules that a route's handler checks in addition to the rule of the route. */
const WITHIN_ROUTES = [
  'api_token.create_for_others',
  'tenant.register_unproven',
  'cluster.set_root_fields',
  'cluster.raise_price',
  'node.create_in_own_cluster',
  'node.force_delete',
  'membership.any_role',
];

test('every rule is named by a route, but for those that are looked at within one', () => {
  const named = new Set<string>(
    Object.values(OPERATIONS).flatMap((routes) => Object.values(routes).map(({ rule }) => rule)),
  );
  const unnamed = RULES.map(([name]) => name).filter((name) => !named.has(name));
  expect(unnamed).toEqual(WITHIN_ROUTES);
});
