import { z } from 'zod';
import { duration, instant } from './durations.ts';
import { newAccessor, newTokenId } from './token/issue-token.ts';
import type { VaultContext } from './vault-context.ts';
import { badRequest, permissionDenied } from './vault-error.ts';
import type { Answer } from './vault-route.ts';

/** Stores an answer and returns a wrapping token, which can fetch the answer once. */
export function wrapAnswer(
  { wrapped, clock }: VaultContext,
  { envelope, ttl, path }: { envelope: object; ttl: string; path: string },
) {
  const seconds = duration.parse(ttl);
  const token = newTokenId();
  const createdAt = clock.now();
  wrapped.set(token, { envelope, creationPath: path, createdAt, expiresAt: createdAt + seconds * 1000 });
  const wrap_info = {
    token,
    accessor: newAccessor(),
    ttl: seconds,
    creation_time: instant(clock.now()),
    creation_path: path,
  };
  return { ...envelope, data: null, auth: null, warnings: null, wrap_info };
}

const given = z.object({ token: z.string().optional() });

/** Returns the properties of a wrapping token without using it up. */
export function lookUpWrapped(
  { wrapped, clock }: VaultContext,
  call: { body: unknown; tokenId: string | undefined },
): Answer {
  const kept = wrapped.get(given.parse(call.body).token ?? call.tokenId ?? '');
  if (!kept || kept.expiresAt <= clock.now()) throw badRequest('wrapping token is not valid or does not exist');
  const { creationPath, createdAt, expiresAt } = kept;
  const ttl = Math.round((expiresAt - createdAt) / 1000);
  return { data: { creation_path: creationPath, creation_time: instant(createdAt), creation_ttl: ttl } };
}

/** Returns a wrapped answer. The wrapping token is in the body, or it is the caller's own token. */
export function unwrap({ wrapped, clock }: VaultContext, call: { body: unknown; tokenId: string | undefined }): Answer {
  const token = given.parse(call.body).token ?? call.tokenId;
  if (token === undefined) throw permissionDenied();
  const kept = wrapped.get(token);
  wrapped.delete(token);
  if (!kept || kept.expiresAt <= clock.now()) throw badRequest('wrapping token is not valid or does not exist');
  return { raw: kept.envelope };
}
