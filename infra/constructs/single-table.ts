import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { columnsOf, type IndexName, TABLE_INDEXES, TABLE_KEYS, TTL_ATTRIBUTE } from '#shared/contracts/table';

const text = (name: string) => ({ name, type: AttributeType.STRING });

type Props = { removalPolicy: RemovalPolicy; key: IKey; indexNames: readonly IndexName[] };

/** The stack's own table, or a table that the operator restored from a backup. */
export type AnyTable = Table | ITable;

/**
 * The table of a stage's records, or of its audit events (docs/decisions/0003-single-table.md). The table's stream
 * contains new images, so that the dispatcher can select outbox rows. The class extends `Table` instead of `TableV2`,
 * because emulators know only `AWS::DynamoDB::Table`. If the table outlives the stack, it is also protected from
 * deletion.
 */
export class SingleTable extends Table {
  constructor(scope: Construct, id: string, { removalPolicy, key, indexNames }: Props) {
    super(scope, id, {
      partitionKey: text(TABLE_KEYS.partitionKey),
      sortKey: text(TABLE_KEYS.sortKey),
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      stream: StreamViewType.NEW_IMAGE,
      timeToLiveAttribute: TTL_ATTRIBUTE,
      removalPolicy,
      deletionProtection: removalPolicy === RemovalPolicy.RETAIN,
    });
    for (const indexName of indexNames) {
      const { partitionKey, sortKey } = TABLE_INDEXES[indexName];
      const columns = columnsOf(indexName);
      this.addGlobalSecondaryIndex({
        indexName,
        partitionKey: text(partitionKey),
        sortKey: text(sortKey),
        ...(columns && { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...columns] }),
      });
    }
  }
}
