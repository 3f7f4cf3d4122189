import { PERMISSIONS, type Rule } from '#shared/domain/organizations/permission';
import type { RoleName } from '#shared/domain/organizations/role';

/**
 * Where a role is held: at the object's own customer or project, in another project of the same customer, or at another
 * customer.
 */
type Where = 'here' | 'beside' | 'elsewhere';

/** One kind of caller, with all properties that a permission rule checks. */
export type CallerKind = {
  name: string;
  isStaff?: true;
  isSupport?: true;
  isActive?: false;
  hasToken?: false;
  role?: RoleName;
  where?: Where;
  /** The caller had the role, but the role has ended. */
  hasEnded?: true;
  /** If the object belongs to a person, that person is the caller. */
  isSelf?: true;
};

const ROLES = {
  owner: 'CUSTOMER.OWNER',
  manager: 'PROJECT.MANAGER',
  admin: 'PROJECT.ADMIN',
  member: 'PROJECT.MEMBER',
} as const;
type Title = keyof typeof ROLES;
const TITLES: readonly Title[] = ['owner', 'manager', 'admin', 'member'];
const held = (where: Where, suffix: string, titles = TITLES): CallerKind[] =>
  titles.map((title) => ({ name: `${title}${suffix}`, role: ROLES[title], where }));

/**
 * Every route is called by each of these callers. If the requested object belongs to a person, that person is `member`,
 * marked by `isSelf`.
 */
export const CALLER_KINDS: readonly CallerKind[] = [
  { name: 'staff', isStaff: true },
  { name: 'support', isSupport: true },
  ...held('here', '', ['owner', 'manager', 'admin']),
  { name: 'member', role: ROLES.member, where: 'here', isSelf: true },
  ...held('beside', ' of a project beside', ['manager', 'admin', 'member']),
  ...held('elsewhere', ' of another customer'),
  ...held('here', ' until lately').map((kind) => ({ ...kind, hasEnded: true as const })),
  { name: 'user without a role' },
  { name: 'inactive owner', role: ROLES.owner, where: 'here', isActive: false },
  { name: 'nobody, without a token', hasToken: false },
];

/** `unseen` means 404, or 400 if the request names the customer or project in its body. */
export type Expected = 'allowed' | 'forbidden' | 'unseen' | 'unauthenticated';

const holds = ({ role, hasEnded }: CallerKind): boolean => role !== undefined && !hasEnded;
/** Whether the caller has a current role at the object's own customer or project. */
const isAtPlace = (kind: CallerKind): boolean => holds(kind) && kind.where === 'here';

const SEES: Readonly<Record<Rule['seenBy'], (kind: CallerKind) => boolean>> = {
  anybody: () => true,
  users: () => true,
  customer: (kind) => holds(kind) && kind.where !== 'elsewhere',
  customer_part: (kind) => isAtPlace(kind) && kind.role === ROLES.owner,
  project: isAtPlace,
  // in this test, the same customer is the buyer and the seller, so both have the same users
  sold: isAtPlace,
  person: ({ isSelf }) => isSelf === true,
  own: ({ isSelf }) => isSelf === true,
};

function sees({ seenBy }: Rule, kind: CallerKind): boolean {
  const seesAll = kind.isStaff || kind.isSupport;
  return (seesAll && seenBy !== 'own') || SEES[seenBy](kind);
}

function mayDo({ may, readOnly, anywhere }: Rule, kind: CallerKind): boolean {
  if (kind.isStaff || may === undefined || (readOnly && kind.isSupport)) return true;
  if (may === 'self') return kind.isSelf === true;
  if (may === 'staff' || kind.role === undefined) return false;
  return may.includes(kind.role) && (anywhere ? holds(kind) : isAtPlace(kind));
}

/**
 * The expected outcome by the permission table. This evaluation is independent of `permission.ts`; the matrix test
 * compares the two results.
 */
export function expectedOf(rule: Rule, kind: CallerKind): Expected {
  if (kind.isActive === false) return 'unauthenticated';
  if (kind.hasToken === false) return rule.seenBy === 'anybody' ? 'allowed' : 'unauthenticated';
  if (!sees(rule, kind)) return 'unseen';
  return mayDo(rule, kind) ? 'allowed' : 'forbidden';
}

export const RULES: readonly (readonly [string, Rule])[] = Object.entries(PERMISSIONS);
