import { Duration, type RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/** How many days an old version of a copy is kept after a newer version was written. */
const KEPT_DAYS = 35;

/**
 * The bucket with copies of the objects that a management cluster has for each of its clusters. Paddock encrypts each
 * copy before the upload. The bucket encrypts the copy again with the stage's key
 * (docs/decisions/0101-copies-of-management-clusters-are-sealed.md). Earlier versions stay for as long as the table can
 * be restored. If the bucket outlives the stack, the copies in the bucket stay, too.
 */
export class StateBackupBucket extends Bucket {
  constructor(scope: Construct, id: string, { key, removalPolicy }: { key: IKey; removalPolicy: RemovalPolicy }) {
    super(scope, id, {
      versioned: true,
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [
        {
          noncurrentVersionExpiration: Duration.days(KEPT_DAYS),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
          expiredObjectDeleteMarker: true,
        },
      ],
      removalPolicy,
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Access logs of the bucket are not needed. Only two functions may use the bucket, and both log their requests.',
    });
  }
}
