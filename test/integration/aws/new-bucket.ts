import { CreateBucketCommand, PutBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3';
import { s3StateBackups } from '#shared/adapters/aws/state-backups';
import type { StateBackups } from '#shared/ports/state-backups';
import { aUuid } from '#test/builders/builders';
import { testAws } from './aws-client.ts';

export async function newBucket(): Promise<StateBackups> {
  const client = new S3Client(testAws());
  const bucket = `copies-${aUuid()}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const VersioningConfiguration = { Status: 'Enabled' } as const;
  await client.send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration }));
  return s3StateBackups({ client, bucket });
}
