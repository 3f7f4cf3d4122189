import { S3Client } from '@aws-sdk/client-s3';
import { s3StateBackups } from '../../adapters/aws/state-backups.ts';
import type { StateBackups } from '../../ports/state-backups.ts';
import { tracer } from '../lambda-tracer.ts';
import { AWS_CALL } from './aws.ts';

/**
 * The bucket that stores copies of clusters' objects. This function is not in `aws.ts`, because only two Lambda
 * functions need the S3 client.
 */
export const awsStateBackups = (bucket: string): StateBackups =>
  s3StateBackups({ client: tracer.capture(new S3Client(AWS_CALL)), bucket });
