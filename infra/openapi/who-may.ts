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
  sold: 'everybody with a role in the project, owners of its customer and of the one that sells the offering, support, staff',
  person: 'the user himself, support, staff',
  own: 'the user himself and nobody else',
};

function doersOf({ seenBy, may, looks, anywhere }: Rule): string {
  if (may === undefined) return SEEN[seenBy];
  const helpers = looks ? 'support, staff' : 'staff';
  if (may === 'staff') return helpers;
  if (may === 'self') return `the user himself, ${helpers}`;
  const named = may.map((role) => ROLES[role]).join(', ');
  return `${named}${anywhere ? ' (of whatever place)' : ''}, ${helpers}`;
}

/** Who else may, where that depends on more than his role: the use case decides. */
const BY_CASE: Readonly<Partial<Record<RuleName, string>>> = {
  'node.create': ', owners of the cluster’s customer where its offering has `owners_may_add_nodes`',
};

/** The sentence of an operation that says who may call it, with the row of the permission table. */
export function whoMay(name: RuleName): string {
  const rule = ruleOf(name);
  const narrowed = name === 'visible.list' ? '; the list has what the caller may see' : '';
  const token = rule.opens ? ' A token for reading only is not enough.' : '';
  return `**Who may:** ${doersOf(rule)}${BY_CASE[name] ?? ''}${narrowed} (\`${name}\`).${token}`;
}
