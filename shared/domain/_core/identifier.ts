import { v5 } from 'uuid';
import { z } from 'zod';

/** 32 lower-case hex digits: Waldur's format of a uuid in URLs and JSON. */
export const uuid = z.string().regex(/^[0-9a-f]{32}$/, 'Enter a valid UUID.');
export type Uuid = z.infer<typeof uuid>;

/** A time in UTC by ISO 8601, as `Date.toISOString` writes it. */
export const instant = z.iso.datetime();

/** Parses a uuid with or without dashes. Undefined for any other text. */
export function parseUuid(text: string): Uuid | undefined {
  const isUuid = /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(text);
  return isUuid ? text.replaceAll('-', '').toLowerCase() : undefined;
}

/**
 * Reads a uuid from a reference: a uuid alone, or a URL `…/api/<collection>/<uuid>/`. Undefined if the last part of the
 * path is not a uuid.
 */
export function parseReference(text: string): Uuid | undefined {
  const segments = text.split(/[?#]/)[0]?.split('/').filter(Boolean) ?? [];
  return parseUuid(segments.at(-1) ?? '');
}

/** The nil UUID of RFC 9562. It means "none" where a uuid is required. */
export const NIL_UUID = '00000000000000000000000000000000' as const;

/** A uuid with hyphens, as OpenStack writes it. */
export const withHyphens = (of: Uuid): string => of.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * A uuid derived from another uuid and a name. The same inputs always give the same uuid, so that a repeated step finds
 * the object that it created before.
 */
export function derivedUuid(from: Uuid, name: string): Uuid {
  return v5(name, withHyphens(from)).replaceAll('-', '');
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
 * Paddock's uuid of an object in OpenStack. The uuid is made from OpenStack's id, so every read gives the same uuid.
 * OpenStack's id itself need not be a uuid. For example, a flavor may have the id `1`
 * (docs/spec/design.md#ids-of-things-in-openstack).
 */
export function openstackUuid(settingsUuid: Uuid, kind: OpenStackKind, backendId: string): Uuid {
  return derivedUuid(settingsUuid, `${kind}/${backendId}`);
}

/**
 * Paddock's uuid of a machine. The uuid is made from the tenant's uuid and the server's id. A node's record contains
 * both values, so a list of nodes needs no further read.
 */
export const instanceUuid = (tenantUuid: Uuid, serverId: string): Uuid =>
  derivedUuid(tenantUuid, `instance/${serverId}`);
