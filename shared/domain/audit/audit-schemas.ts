import {
  KEYCLOAK_GROUP_AUDIT,
  MEMBERSHIP_AUDIT,
  RANCHER_PROJECT_AUDIT,
  RANCHER_USER_AUDIT,
  RANCHER_USER_LINK_AUDIT,
} from './access-schemas.ts';
import type { AuditSchema } from './audit-schema.ts';
import {
  CLUSTER_AUDIT,
  NODE_AUDIT,
  OFFERING_AUDIT,
  ORDER_AUDIT,
  RESOURCE_AUDIT,
  SECURITY_GROUP_AUDIT,
  SETTINGS_AUDIT,
  TENANT_AUDIT,
} from './market-schemas.ts';
import {
  CUSTOMER_AUDIT,
  GRANT_AUDIT,
  HOOK_AUDIT,
  INVITATION_AUDIT,
  PROJECT_AUDIT,
  SSH_KEY_AUDIT,
  TOKEN_AUDIT,
  USER_AUDIT,
} from './people-schemas.ts';
import { AGENT_IDENTITY_AUDIT } from './site-agent-schemas.ts';

/**
 * What the audit tells of, by the `kind` of the table's rows: what matters most first, which gives the event of a commit its type
 * and its sentence. `undefined`: our own
 * bookkeeping, which follows from what is told, and copies of what others have.
 */
export const AUDIT_SCHEMAS = {
  ORDER: ORDER_AUDIT,
  RESOURCE: RESOURCE_AUDIT,
  CLUSTER: CLUSTER_AUDIT,
  NODE: NODE_AUDIT,
  CLUSTER_SECURITY_GROUP: SECURITY_GROUP_AUDIT,
  KEYCLOAK_MEMBERSHIP: MEMBERSHIP_AUDIT,
  KEYCLOAK_GROUP: KEYCLOAK_GROUP_AUDIT,
  RANCHER_PROJECT: RANCHER_PROJECT_AUDIT,
  RANCHER_USER: RANCHER_USER_AUDIT,
  RANCHER_USER_LINK: RANCHER_USER_LINK_AUDIT,
  INVITATION: INVITATION_AUDIT,
  CUSTOMER: CUSTOMER_AUDIT,
  PROJECT: PROJECT_AUDIT,
  USER: USER_AUDIT,
  GRANT: GRANT_AUDIT,
  TOKEN: TOKEN_AUDIT,
  SSH_KEY: SSH_KEY_AUDIT,
  HOOK: HOOK_AUDIT,
  SETTINGS: SETTINGS_AUDIT,
  OFFERING: OFFERING_AUDIT,
  AGENT_IDENTITY: AGENT_IDENTITY_AUDIT,
  TENANT: TENANT_AUDIT,
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
} as const satisfies Record<string, AuditSchema | undefined>;

const BY_KIND = new Map<string, AuditSchema | undefined>(Object.entries(AUDIT_SCHEMAS));
const RANKS = new Map([...BY_KIND.keys()].map((kind, rank) => [kind, rank]));

/** Undefined: nothing is told of such rows. */
export const auditSchemaOf = (kind: string): AuditSchema | undefined => BY_KIND.get(kind);
/** The smaller the more it matters. */
export const rankOf = (kind: string): number => RANKS.get(kind) ?? RANKS.size;
