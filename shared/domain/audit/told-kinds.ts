import {
  TOLD_KEYCLOAK_GROUP,
  TOLD_MEMBERSHIP,
  TOLD_RANCHER_PROJECT,
  TOLD_RANCHER_USER,
  TOLD_RANCHER_USER_LINK,
} from './told-access.ts';
import type { ToldKind } from './told-kind.ts';
import {
  TOLD_CLUSTER,
  TOLD_NODE,
  TOLD_OFFERING,
  TOLD_ORDER,
  TOLD_RESOURCE,
  TOLD_SECURITY_GROUP,
  TOLD_SETTINGS,
  TOLD_TENANT,
} from './told-market.ts';
import {
  TOLD_CUSTOMER,
  TOLD_GRANT,
  TOLD_HOOK,
  TOLD_INVITATION,
  TOLD_PROJECT,
  TOLD_SSH_KEY,
  TOLD_TOKEN,
  TOLD_USER,
} from './told-people.ts';
import { TOLD_AGENT_IDENTITY } from './told-site-agent.ts';

/**
 * What the audit tells of, by the `kind` of the table's rows: what matters most first, which gives the event of a commit its type
 * and its sentence. `undefined`: our own
 * bookkeeping, which follows from what is told, and copies of what others have.
 */
export const TOLD_KINDS = {
  ORDER: TOLD_ORDER,
  RESOURCE: TOLD_RESOURCE,
  CLUSTER: TOLD_CLUSTER,
  NODE: TOLD_NODE,
  CLUSTER_SECURITY_GROUP: TOLD_SECURITY_GROUP,
  KEYCLOAK_MEMBERSHIP: TOLD_MEMBERSHIP,
  KEYCLOAK_GROUP: TOLD_KEYCLOAK_GROUP,
  RANCHER_PROJECT: TOLD_RANCHER_PROJECT,
  RANCHER_USER: TOLD_RANCHER_USER,
  RANCHER_USER_LINK: TOLD_RANCHER_USER_LINK,
  INVITATION: TOLD_INVITATION,
  CUSTOMER: TOLD_CUSTOMER,
  PROJECT: TOLD_PROJECT,
  USER: TOLD_USER,
  GRANT: TOLD_GRANT,
  TOKEN: TOLD_TOKEN,
  SSH_KEY: TOLD_SSH_KEY,
  HOOK: TOLD_HOOK,
  SETTINGS: TOLD_SETTINGS,
  OFFERING: TOLD_OFFERING,
  AGENT_IDENTITY: TOLD_AGENT_IDENTITY,
  TENANT: TOLD_TENANT,
  CLUSTER_TENANT: undefined,
  COMPONENT_USAGE: undefined,
  ROLE_TEMPLATE: undefined,
  NAMESPACE: undefined,
  WORKLOAD: undefined,
  SERVICE: undefined,
  INGRESS: undefined,
  HPA: undefined,
  APP: undefined,
  CATALOG: undefined,
} as const satisfies Record<string, ToldKind | undefined>;

const BY_KIND = new Map<string, ToldKind | undefined>(Object.entries(TOLD_KINDS));
const RANKS = new Map([...BY_KIND.keys()].map((kind, rank) => [kind, rank]));

/** Undefined: nothing is told of such rows. */
export const toldKind = (kind: string): ToldKind | undefined => BY_KIND.get(kind);
/** The smaller the more it matters. */
export const rankOf = (kind: string): number => RANKS.get(kind) ?? RANKS.size;
