import { v5 } from 'uuid';
import { z } from 'zod';

/** 32 lower-case hex digits, Waldur's form of ids in URLs and JSON. */
export const uuid = z.string().regex(/^[0-9a-f]{32}$/, 'Enter a valid UUID.');
export type Uuid = z.infer<typeof uuid>;

/** ISO 8601 time in UTC, as printed by `Date.toISOString`. */
export const instant = z.iso.datetime();

/** Parses a UUID with or without dashes. Undefined for any other text. */
export function parseUuid(text: string): Uuid | undefined {
  const isUuid = /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(text);
  return isUuid ? text.replaceAll('-', '').toLowerCase() : undefined;
}

/** Reads a reference, which is a uuid or a URL (`…/api/<collection>/<uuid>/`). Undefined if its last path segment is no uuid. */
export function parseReference(text: string): Uuid | undefined {
  const segments = text.split(/[?#]/)[0]?.split('/').filter(Boolean) ?? [];
  return parseUuid(segments.at(-1) ?? '');
}

/** RFC 9562's nil UUID means "none" where only a uuid is accepted. */
export const NIL_UUID = '00000000000000000000000000000000' as const;

/**
 * A uuid derived from another uuid and a name. The same inputs give the same uuid, so a repeated step finds what it
 * made.
 */
export function derivedUuid(from: Uuid, name: string): Uuid {
  const dashed = from.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return v5(name, dashed).replaceAll('-', '');
}

export type OpenStackKind =
  | 'flavor'
  | 'image'
  | 'subnet'
  | 'network'
  | 'volume-type'
  | 'security-group'
  | 'external-network'
  | 'availability-zone';
/**
 * Our uuid of an object in OpenStack, the same on every read. It is derived, because some ids of OpenStack are not
 * uuids: the id of a flavor may be `1` (docs/spec/design.md#ids-of-things-in-openstack).
 */
export function openstackUuid(settingsUuid: Uuid, kind: OpenStackKind, backendId: string): Uuid {
  return derivedUuid(settingsUuid, `${kind}/${backendId}`);
}

/**
 * Our uuid of a machine, derived from the uuid of the machine's tenant. The record of a node has the tenant's uuid, so
 * a list of nodes needs no further read.
 */
export const instanceUuid = (tenantUuid: Uuid, serverId: string): Uuid =>
  derivedUuid(tenantUuid, `instance/${serverId}`);
