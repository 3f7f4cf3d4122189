import type { Records } from './records.ts';

type Limited = {
  /** The most records that one owner may have, and the owner. */
  most: number;
  per: 'customer' | 'project' | 'group';
  /** What the records are, as the error calls them. */
  are: string;
};
/** Another limit that holds for the records, or who makes them. */
type Bound = Limited | { because: string };

const STAFF = 'Only staff makes them.';
const BY_ORDER = 'Orders make them, and the quotas of the tenant limit what orders make.';
const BY_SYNC = 'Paddock copies them from a backend.';
const BY_SLOT = 'Each takes a slot of its user (domain/identity/user-slot.ts).';

/** For each kind of record, how many of them customers can make. */
export const RECORD_BOUNDS = {
  orders: { most: 100, per: 'project', are: 'orders that wait for approval' },
  resources: { because: BY_ORDER },
  clusters: { because: BY_ORDER },
  nodes: { because: BY_ORDER },
  clusterSecurityGroups: { because: 'A cluster has one for each tenant and purpose.' },
  keycloakMemberships: { most: 1000, per: 'group', are: 'members' },
  keycloakGroups: { because: 'A cluster or project has at most one for each role of its Rancher.' },
  rancherProjects: { because: BY_SYNC },
  rancherUsers: { because: 'A user has one in each Rancher.' },
  rancherUserLinks: { because: 'A user has one for each role in a cluster.' },
  invitations: { most: 500, per: 'customer', are: 'pending invitations' },
  customers: { because: STAFF },
  projects: { most: 500, per: 'customer', are: 'projects' },
  users: { because: 'Staff and the identity provider make them.' },
  grants: { because: 'A user has at most one for each role in a customer or project.' },
  apiTokens: { because: BY_SLOT },
  sshKeys: { because: BY_SLOT },
  hooks: { because: BY_SLOT },
  settings: { because: STAFF },
  offerings: { most: 200, per: 'customer', are: 'offerings that are not archived' },
  clusterTemplates: { because: STAFF },
  clusterApiTemplates: { because: 'The use case of templates limits them for each customer.' },
  agentIdentities: { most: 200, per: 'customer', are: 'site agents' },
  tenants: { most: 100, per: 'project', are: 'tenants' },
  clusterTenants: { because: BY_ORDER },
  usages: { because: 'A resource has one for each component and month.' },
  roleTemplates: { because: BY_SYNC },
  importableClusters: { because: BY_SYNC },
  globalCatalogs: { because: STAFF },
} as const satisfies Record<keyof Records, Bound>;

type Kind = keyof typeof RECORD_BOUNDS;
/** The kinds of which an owner may have only so many. */
export type LimitedKind = {
  [K in Kind]: (typeof RECORD_BOUNDS)[K] extends Limited ? K : never;
}[Kind];

const OWNERS = { customer: 'An organization', project: 'A project', group: 'A role' } as const;
/** The error for one record too many. */
export function refusalOf(kind: LimitedKind): string {
  const { most, per, are } = RECORD_BOUNDS[kind];
  return `${OWNERS[per]} can have at most ${most} ${are}.`;
}
