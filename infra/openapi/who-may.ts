import { type Rule, type RuleName, ruleOf } from '#shared/domain/organizations/permission';

const ROLES: Readonly<Record<Extract<Rule['may'], readonly string[]>[number], string>> = {
  'CUSTOMER.OWNER': 'owners of the customer',
  'PROJECT.MANAGER': 'managers',
  'PROJECT.ADMIN': 'administrators',
  'PROJECT.MEMBER': 'members of the project',
};
const SEEN: Readonly<Record<Rule['seenBy'], string>> = {
  anybody: 'everybody, without a token',
  users: 'every user',
  customer: 'everybody with a role in the customer or in one of its projects, support, staff',
  customer_part: 'owners of the customer, support, staff',
  project: 'everybody with a role in the project, owners of its customer, support, staff',
  sold: 'everybody with a role in the project, owners of its customer, owners of the customer that sells the offering, support, staff',
  person: 'the user, support, staff',
  own: 'only the user',
};

function doersOf({ seenBy, may, looks, anywhere }: Rule): string {
  if (may === undefined) return SEEN[seenBy];
  const helpers = looks ? 'support, staff' : 'staff';
  if (may === 'staff') return helpers;
  if (may === 'self') return `the user, ${helpers}`;
  const named = may.map((role) => ROLES[role]).join(', ');
  return `${named}${anywhere ? ' (of any place)' : ''}, ${helpers}`;
}

/** Further callers. Their rights depend on more than a role, so the use case decides. */
const BY_CASE: Readonly<Partial<Record<RuleName, string>>> = {
  'node.create': ', owners of the cluster’s customer where its offering has `owners_may_add_nodes`',
};

/** Says who may call an operation, and names the row of the permission table. */
export function whoMay(name: RuleName): string {
  const rule = ruleOf(name);
  const narrowed = name === 'visible.list' ? '; the list has only what the caller may see' : '';
  const token = rule.opens ? ' A token for reading only is not enough.' : '';
  return `**Who may:** ${doersOf(rule)}${BY_CASE[name] ?? ''}${narrowed} (\`${name}\`).${token}`;
}
