import { describe, expect, test } from 'vitest';
import { NotAllowed } from '#shared/errors';
import { aCallerWith, anApiToken, aStranger, aUuid, staff, support } from '#test/builders/builders';
import type { TokenScope } from '../identity/api-token.ts';
import { type Caller, canSee, canSeeCustomer, visibilityOf } from './caller.ts';
import { type Action, assertMayMint, assertPermitted, may, PERMISSIONS, ruleOf } from './permission.ts';
import { assertPermittedSomewhere, mayUntil } from './permission-in-places.ts';
import type { RoleName } from './role.ts';

const place = { customerUuid: aUuid(), projectUuid: aUuid() };
const elsewhere = { customerUuid: aUuid(), projectUuid: aUuid() };
const nextDoor = { customerUuid: place.customerUuid, projectUuid: aUuid() };
const isAction = (name: string): name is Action => {
  const rule = Object.entries(PERMISSIONS).find(([key]) => key === name)?.[1];
  return rule !== undefined && 'may' in rule && rule.may !== 'self';
};
const ACTIONS = Object.keys(PERMISSIONS).filter(isAction);
const allowed = (caller: Caller, at = place) => ACTIONS.filter((action) => may(caller, action, at));

describe('who may do what', () => {
  const member = ['order.create', 'cloud.see'];
  const administrator = [
    ...member,
    ...[
      'order.cancel',
      'order.delete',
      'order.retry',
      'resource.terminate',
      'resource.update',
      'resource.update_limits',
      'security_group.update',
      'cluster.pull',
      'cluster.update',
      ...['content.see_yaml', 'content.see_secret_names', 'content.create', 'content.update'],
      'template_version.see',
    ],
    ...[
      'membership.create',
      'membership.delete',
      'node.pull',
      'node.console',
      'node.console_log',
      'node.delete',
      'node.replace',
    ],
    ...[
      'cluster.create_management_security_group',
      'cluster.upgrade',
      'cluster.rotate_certificates',
      'cluster.take_snapshot',
      'cluster.rotate_encryption_keys',
      'cluster.change_pools',
      'cluster.hibernate',
      'cluster.export_yaml',
    ],
  ];
  const manager = [
    ...administrator,
    'project.update',
    ...['project.add_user', 'project.update_user', 'project.delete_user'],
    ...[
      'invitation.see',
      'invitation.create',
      'invitation.manage',
      'cluster.kubeconfig',
      'cluster.restore_snapshot',
      'cluster.set_root_fields',
      ...['catalog.create', 'catalog.update'],
      'membership.any_role',
      'cluster_api_template.create',
      'cluster_api_template.change',
    ],
  ];
  test.each<[RoleName, string[]]>([
    ['PROJECT.MEMBER', member],
    ['PROJECT.ADMIN', administrator],
    ['PROJECT.MANAGER', manager],
    [
      'CUSTOMER.OWNER',
      [
        ...manager,
        ...['customer.update', 'customer.delete', 'project.delete'],
        ...['customer.add_user', 'customer.update_user', 'customer.delete_user', 'project.create'],
        ...[
          'cluster.raise_price',
          'service_settings.see_clusters',
          'offering.create',
          'offering.update',
          'offering.import',
          'offering.check',
          'tenant.register',
          'order.approve',
          'order.approve_as_provider',
          'order.reject',
        ],
        ...['resource.update_options', 'resource.carry_out', 'resource.report_usage', 'resource.see_team'],
        ...['order.carry_out', 'resource.set_end_date_as_provider'],
        ...['site_agent.create', 'site_agent.manage'],
        'managed_resource.add_node',
        'cluster_api_template.publish',
        'node.create_in_own_cluster',
      ],
    ],
  ])('%s may do this and nothing else, at the place of the role alone (S0-008)', (role, actions) => {
    expect(new Set(allowed(aCallerWith(role, place)))).toEqual(new Set(actions));
    expect(allowed(aCallerWith(role, place), elsewhere)).toEqual([]);
  });

  test('staff may do everything everywhere, support only reads, and strangers may do nothing', () => {
    expect(allowed(staff())).toEqual(ACTIONS);
    expect(allowed(support())).toEqual(ACTIONS.filter((action) => ruleOf(action).readOnly));
    const reads = ['invitation.see', 'service_settings.see_clusters', 'offering.check', 'cloud.see'];
    expect(allowed(support())).toEqual([
      ...[...reads, 'resource.see_team', 'content.see_yaml', 'template_version.see', 'cluster.export_yaml'],
    ]);
    expect(allowed(aStranger())).toEqual([]);
  });

  test('calls that give access refuse a read-only token, even of staff, and no other', () => {
    const token = (scopes: TokenScope[]) => ({ ...staff(), token: anApiToken({ scopes }) });
    const opening = ACTIONS.filter((action) => ruleOf(action).opens);
    expect(opening).toEqual(['cluster.kubeconfig', 'node.console']);
    for (const action of opening) {
      expect(() => assertPermitted(token(['read']), action, place)).toThrow(NotAllowed);
      expect(() => assertPermitted(token(['read', 'write']), action, place)).not.toThrow();
      expect(() => assertPermitted(staff(), action, place)).not.toThrow();
    }
    expect(() => assertPermitted(token(['read']), 'node.console_log', place)).not.toThrow();
  });

  test('staff who act as another user make no credentials', () => {
    const acting = { ...aCallerWith('CUSTOMER.OWNER', place), impersonator: staff().user };
    for (const rule of ['api_token.create', 'ssh_key.create', 'hook.create', 'cluster.kubeconfig'] as const) {
      expect(() => assertMayMint(acting, rule)).toThrow(NotAllowed);
      expect(() => assertMayMint(staff(), rule)).not.toThrow();
    }
    expect(() => assertPermitted(acting, 'cluster.kubeconfig', place)).toThrow(NotAllowed);
    expect(() => assertPermitted(acting, 'node.console', place)).not.toThrow();
  });

  test('a right ends with the longest of its grants, and staff’s never ends', () => {
    const [soon, later] = ['2026-04-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z'];
    const { user, grants } = aCallerWith('CUSTOMER.OWNER', place);
    const ending = (expiresAt: string) => grants.map((grant) => ({ ...grant, expiresAt }));
    const untilOf = (held: Caller['grants']) => mayUntil({ user, grants: held }, 'project.add_user', place);
    expect(untilOf([...ending(later), ...ending(soon)])).toBe(later);
    expect(untilOf([...ending(soon), ...grants])).toBe('always');
    expect(untilOf(aCallerWith('PROJECT.MEMBER', place).grants)).toBeNull();
    expect(mayUntil(staff(), 'project.add_user', place)).toBe('always');
  });

  test('a role in one project is not valid in others, an owner’s is valid in all', () => {
    expect(may(aCallerWith('PROJECT.MANAGER', place), 'resource.terminate', nextDoor)).toBe(false);
    expect(may(aCallerWith('CUSTOMER.OWNER', place), 'resource.terminate', nextDoor)).toBe(true);
  });

  test('without a place only staff has rights', () => {
    expect(may(aCallerWith('CUSTOMER.OWNER', place), 'project.create')).toBe(false);
    expect(may(staff(), 'customer.create')).toBe(true);
  });

  test('a caller without the right gets an error in Waldur’s words', () => {
    expect(() => assertPermitted(aStranger(), 'order.create', place)).toThrow(
      expect.objectContaining({
        name: 'NotAllowed',
        message: 'You do not have permission to perform this action.',
      }),
    );
    expect(() => assertPermitted(staff(), 'order.create', place)).not.toThrow();
  });
});

describe('who sees what', () => {
  const customerOnly = { customerUuid: place.customerUuid };

  test.each([
    ['staff', staff()],
    ['support', support()],
  ])('%s sees everything', (_who, caller) => {
    expect(visibilityOf(caller)).toBe('all');
    expect(canSee(caller, elsewhere)).toBe(true);
    expect(canSeeCustomer(caller, elsewhere.customerUuid)).toBe(true);
  });

  test('an owner sees the own customer with all its projects, and nobody else’s', () => {
    const owner = aCallerWith('CUSTOMER.OWNER', place);
    expect([place, nextDoor, customerOnly, elsewhere].map((at) => canSee(owner, at))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test.each<RoleName>(['PROJECT.MEMBER', 'PROJECT.ADMIN', 'PROJECT.MANAGER'])(
    '%s sees the own project, not its neighbour or what belongs to the customer, but that the customer is there',
    (role) => {
      const caller = aCallerWith(role, place);
      const seen = [place, nextDoor, customerOnly, elsewhere].map((at) => canSee(caller, at));
      expect(seen).toEqual([true, false, false, false]);
      expect(canSeeCustomer(caller, place.customerUuid)).toBe(true);
      expect(canSeeCustomer(caller, elsewhere.customerUuid)).toBe(false);
    },
  );

  test('an action in any place is allowed to callers with the role somewhere, and to staff', () => {
    for (const caller of [aCallerWith('PROJECT.MEMBER', place), aCallerWith('CUSTOMER.OWNER', place), staff()]) {
      expect(() => assertPermittedSomewhere(caller, 'order.create')).not.toThrow();
    }
    expect(() => assertPermittedSomewhere(aCallerWith('PROJECT.MEMBER', place), 'order.approve')).toThrow(NotAllowed);
    expect(() => assertPermittedSomewhere(aStranger(), 'order.create')).toThrow(NotAllowed);
  });

  test('a stranger sees nothing', () => {
    expect(canSee(aStranger(), place)).toBe(false);
    expect(canSeeCustomer(aStranger(), place.customerUuid)).toBe(false);
  });

  test('each partition is read once, without projects of a customer that is read whole', () => {
    const [owner, manager] = [aCallerWith('CUSTOMER.OWNER', place), aCallerWith('PROJECT.MANAGER', nextDoor)];
    const twice = aCallerWith('PROJECT.MEMBER', elsewhere).grants;
    const grants = [...owner.grants, ...manager.grants, ...owner.grants, ...twice, ...twice];
    expect(visibilityOf({ user: owner.user, grants })).toEqual({
      customers: [place.customerUuid],
      projects: [elsewhere.projectUuid],
    });
  });
});
