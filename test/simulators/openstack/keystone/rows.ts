export interface Domain {
  id: string;
  name: string;
  enabled: boolean;
}

export interface Project {
  id: string;
  name: string;
  domain_id: string;
  parent_id: string;
  description: string;
  enabled: boolean;
  is_domain: boolean;
  tags: string[];
  options: Record<string, unknown>;
}

export interface User {
  id: string;
  name: string;
  domain_id: string;
  enabled: boolean;
  password: string;
  email?: string | undefined;
  description?: string | undefined;
  default_project_id?: string | undefined;
  options?: Record<string, unknown> | undefined;
}

export interface Role {
  id: string;
  name: string;
}

/** `targetId` is a project's or a domain's id. */
export interface Assignment {
  userId: string;
  roleId: string;
  targetId: string;
}

export interface ApplicationCredential {
  id: string;
  name: string;
  description: string | null;
  system: string | null;
  userId: string;
  /** Null if the credential was made with a token without a project. */
  projectId: string | null;
  secret: string;
  roleNames: string[];
  unrestricted: boolean | null;
  /** Milliseconds since the epoch. */
  expiresAt: number | null;
}

/** A service that an administrator has added to the catalog, e.g. a service of another product. */
export interface RegisteredService {
  id: string;
  type: string;
  name: string;
  description: string;
  enabled: boolean;
}

export interface Endpoint {
  id: string;
  service_id: string;
  interface: 'public' | 'internal' | 'admin';
  region_id: string | null;
  url: string;
  enabled: boolean;
}

export interface Token {
  value: string;
  auditId: string;
  userId: string;
  methods: string[];
  issuedAt: number;
  expiresAt: number;
  projectId?: string | undefined;
  domainId?: string | undefined;
  applicationCredentialId?: string | undefined;
  /** Roles with the roles that they imply. Empty for an unscoped token. */
  roleNames: string[];
  revoked: boolean;
}

export const keystoneStore = () => ({
  domains: new Map<string, Domain>([['default', { id: 'default', name: 'Default', enabled: true }]]),
  projects: new Map<string, Project>(),
  users: new Map<string, User>(),
  roles: new Map<string, Role>(),
  services: new Map<string, RegisteredService>(),
  endpoints: new Map<string, Endpoint>(),
  assignments: Array.of<Assignment>(),
  applicationCredentials: new Map<string, ApplicationCredential>(),
  tokens: new Map<string, Token>(),
  /** The time in milliseconds at which a service other than Keystone first saw a token, by `<service> <token>`. */
  seenTokens: new Map<string, number>(),
});

export type KeystoneStore = ReturnType<typeof keystoneStore>;
