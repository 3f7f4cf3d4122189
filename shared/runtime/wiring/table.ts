import type { z } from 'zod';
import { dynamoClient } from '#shared/adapters/dynamodb/_core/table';
import { dynamoStore } from '../../adapters/dynamodb/dynamo-store.ts';
import type { Store } from '../../ports/store.ts';
import { currentActor } from '../acting-user.ts';
import { systemClock } from '../clock-and-ids.ts';
import { auditEnv, readEnv, type tablesEnv } from '../env.ts';
import { tracer } from '../lambda-tracer.ts';

/** The store in Paddock's tables. Audit events name the current actor (`acting-user.ts`). */
export const tableStore = ({ TABLE_NAME, AUDIT_TABLE_NAME }: z.infer<typeof tablesEnv>): Store =>
  dynamoStore({
    tableName: TABLE_NAME,
    auditTableName: AUDIT_TABLE_NAME,
    client: tracer.capture(dynamoClient()),
    clock: systemClock,
    actor: currentActor,
    auditRetentionDays: readEnv(auditEnv).AUDIT_RETENTION_DAYS,
  });
