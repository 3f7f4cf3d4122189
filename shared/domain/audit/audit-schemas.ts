import type { AuditSchema } from '../_core/audit-schema.ts';
import { RECORDS } from '../records.ts';

const AUDITED = Object.values(RECORDS).filter(({ audit }) => audit !== undefined);
const BY_KIND = new Map<string, AuditSchema | undefined>(AUDITED.map(({ name, audit }) => [name, audit]));
const RANKS = new Map<string, number>(AUDITED.map(({ name }, rank) => [name, rank]));

/** By the `kind` of a row. Undefined if its changes have no events. */
export const auditSchemaOf = (kind: string): AuditSchema | undefined => BY_KIND.get(kind);
/** A smaller rank is more important. */
export const rankOf = (kind: string): number => RANKS.get(kind) ?? RANKS.size;
