import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { z } from 'zod';
import type { StateBackups } from '../../ports/state-backups.ts';
import { failingByName } from './aws-failure.ts';

type Options = { client: S3Client; bucket: string };

const listed = z
  .object({ Key: z.string(), LastModified: z.date(), Size: z.number() })
  .transform(({ Key: key, LastModified: takenAt, Size: sizeBytes }) => ({ key, takenAt, sizeBytes }));
const versions = z.object({ VersionId: z.string() });

/** Whether the copy or its version does not exist. S3 answers InvalidArgument if a text cannot be a version id. */
const isMissing = (error: unknown): boolean =>
  error instanceof NoSuchKey ||
  (error instanceof S3ServiceException && ['NoSuchVersion', 'InvalidArgument'].includes(error.name));

/** Reads all pages of a list. Each page contains the marker from which the next page is read. */
async function pages<Page, Place>(
  read: (place: Place | undefined) => Promise<Page>,
  next: (page: Page) => Place | undefined,
): Promise<Page[]> {
  const found: Page[] = [];
  let place: Place | undefined;
  do {
    const page = await read(place);
    found.push(page);
    place = next(page);
  } while (place !== undefined);
  return found;
}

/** Copies of clusters in a versioned bucket of S3. The bucket encrypts what it stores. */
export function s3StateBackups({ client: given, bucket: Bucket }: Options): StateBackups {
  const client = failingByName(given, 'S3');
  return {
    async put(Key, text) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: text, ContentType: 'application/json' }));
    },

    async listNewest(Prefix) {
      const found = await pages(
        (ContinuationToken?: string) => client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })),
        ({ NextContinuationToken }) => NextContinuationToken,
      );
      return z.array(listed).parse(found.flatMap(({ Contents = [] }) => Contents));
    },

    async listVersions(key) {
      const found = await pages(
        (place?: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined }) =>
          client.send(new ListObjectVersionsCommand({ Bucket, Prefix: key, ...place })),
        ({ IsTruncated, NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker }) =>
          IsTruncated ? { KeyMarker, VersionIdMarker } : undefined,
      );
      const own = found.flatMap(({ Versions = [] }) => Versions).filter(({ Key }) => Key === key);
      return own
        .map((one) => ({ ...listed.parse(one), version: versions.parse(one).VersionId }))
        .toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
    },

    async delete(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },

    async read(Key, VersionId) {
      try {
        const { Body, ...found } = await client.send(new GetObjectCommand({ Bucket, Key, VersionId }));
        const text = await Body?.transformToString();
        return text === undefined ? undefined : { version: versions.parse(found).VersionId, text };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
  };
}
