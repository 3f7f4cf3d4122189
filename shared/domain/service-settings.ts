import { z } from 'zod';
import { uuid } from './identifier.ts';
import { record } from './record.ts';

/** Attributes of the seed's "Service Settings Configuration" that are not secret; defaults from waldur-rancher.md §7. */
export const rancherOptions = z.object({
  /** Rancher's address, without `/v3`; nodes reach it under the same address. */
  backendUrl: z.url({ protocol: /^https?$/ }).max(200),
  baseImageName: z.string().min(1),
  k8sVersion: z.string().default('v1.31.7+rke2r1'),
  /** First letters of block devices on the hypervisor in use: `vdb`, `sdb`. */
  nodeDiskDriver: z.enum(['sd', 'vd']).default('sd'),
  verifyTls: z.boolean().default(true),
});
export type RancherOptions = z.infer<typeof rancherOptions>;
export const rancherSecret = z.object({ username: z.string().min(1), password: z.string().min(1) });
export type RancherSecret = z.infer<typeof rancherSecret>;

/** One OpenStack cloud. */
export const openstackOptions = z.object({
  /** Keystone's address with its version: `https://keystone.example.org/v3`. */
  backendUrl: z.url({ protocol: /^https?$/ }).max(200),
  region: z.string().optional(),
  userDomainName: z.string().default('Default'),
  verifyTls: z.boolean().default(true),
});
export type OpenStackOptions = z.infer<typeof openstackOptions>;
/** The cloud's own account; used, scoped to the tenant's project, for tenants that bring no credential of their own. */
export const openstackSecret = z.object({ username: z.string().min(1), password: z.string().min(1) });
export type OpenStackSecret = z.infer<typeof openstackSecret>;

export const applicationCredential = z.object({ id: z.string().min(1), secret: z.string().min(1) });
export type ApplicationCredential = z.infer<typeof applicationCredential>;

const base = record.extend({
  name: z.string(),
  customerUuid: uuid.optional(),
  state: z.enum(['OK', 'ERRED']),
  errorMessage: z.string(),
});
/** A provider ("Rancher") or a cloud ("OpenStack"). The secret half is in the secret store under `secretName(...)`. */
export const serviceSettings = z.discriminatedUnion('type', [
  base.extend({ type: z.literal('Rancher'), options: rancherOptions }),
  base.extend({ type: z.literal('OpenStack'), options: openstackOptions }),
]);
export type ServiceSettings = z.infer<typeof serviceSettings>;
export type RancherSettings = Extract<ServiceSettings, { type: 'Rancher' }>;
export type OpenStackSettings = Extract<ServiceSettings, { type: 'OpenStack' }>;
