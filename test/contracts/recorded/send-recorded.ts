import { compareAnswers, type Difference } from './compare-answers.ts';
import { authorizationOf } from './identities.ts';
import type { Placeholders } from './placeholders.ts';
import type { Answer, PlayedRancher } from './played-rancher.ts';
import type { Exchange } from './recording.ts';

export type Replay = { rancher: PlayedRancher; known: Placeholders; keys: Map<string, string> };
type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sends a recorded request with the values of this run. Throws if a placeholder has no value yet. */
export async function sendRecorded(replay: Replay, it: Exchange): Promise<Answer> {
  const { rancher, known, keys } = replay;
  await learnCluster(replay, it);
  const fill = (text: string): string => {
    const { text: filled, unknown } = known.fill(text);
    if (unknown !== undefined) throw new Error(`${unknown} was not seen before`);
    return filled;
  };
  const authorization = authorizationOf(it.as, rancher, known, keys);
  const path = fill(it.path) + (it.query === '' ? '' : `?${fill(it.query).replaceAll(' ', '%20')}`);
  const content = await contentOf(replay, it);
  const headers = { ...it.headers, ...(authorization !== undefined && { authorization }) };
  return rancher.send({ method: it.method, path, headers, ...(content !== undefined && { content }) });
}

const PROVISIONING = '/v1/provisioning.cattle.io.clusters';

/** Reads the id of a new cluster from its provisioning object. The recording does not always contain that read. */
async function learnCluster({ rancher, known }: Replay, { path, query, method, body }: Exchange): Promise<void> {
  if (method === 'POST' && path === PROVISIONING && isFields(body) && isFields(body.metadata)) {
    known.bind('newest', String(body.metadata.name));
  }
  const { unknown } = known.fill(path + query);
  const newest = known.get('newest');
  if (!unknown?.startsWith('{cluster-') || newest === undefined) return;
  const authorization = authorizationOf('admin', rancher, known, new Map()) ?? '';
  const at = { method: 'GET', path: `${PROVISIONING}/fleet-default/${newest}`, headers: { authorization } };
  const answer = await rancher.send(at);
  const status = isFields(answer.body) ? answer.body.status : undefined;
  const id = isFields(status) ? status.clusterName : undefined;
  if (typeof id === 'string' && id !== '') known.bind(unknown.slice(1, -1), id);
}

async function contentOf(replay: Replay, it: Exchange): Promise<string | undefined> {
  if (it.body === null || it.body === undefined) return undefined;
  const { known } = replay;
  if (typeof it.body === 'string') return known.fill(it.body).text;
  const body: unknown = JSON.parse(known.fill(JSON.stringify(it.body)).text);
  return JSON.stringify(isFields(body) ? await withVersion(replay, it, body) : body);
}

/**
 * Sets the resource version in an update of a whole object. If the recorded version was stale, the update gets the
 * stale version `1`. Otherwise it gets the object's current version.
 */
async function withVersion(replay: Replay, it: Exchange, body: Fields): Promise<Fields> {
  if (!isFields(body.metadata)) return body;
  const { managedFields, fields, relationships, creationTimestamp, uid, ...metadata } = body.metadata;
  if (metadata.resourceVersion !== '{rv}') return { ...body, metadata };
  const isStale = it.note.startsWith('stale') || it.status === 409;
  const resourceVersion = isStale ? '1' : await currentVersion(replay, String(body.id), it.path);
  return { ...body, metadata: { ...metadata, resourceVersion } };
}

async function currentVersion({ rancher, known, keys }: Replay, id: string, path: string): Promise<string> {
  const authorization = authorizationOf('admin', rancher, known, keys) ?? '';
  const collection = known.fill(path).text.split('/').slice(0, 3).join('/');
  const { body } = await rancher.send({ method: 'GET', path: `${collection}/${id}`, headers: { authorization } });
  const metadata = isFields(body) ? body.metadata : undefined;
  return isFields(metadata) ? String(metadata.resourceVersion) : '';
}

const mediaType = (contentType = ''): string => contentType.split(';')[0] ?? '';

export function differencesOf({ known }: Replay, it: Exchange, answer: Answer): Difference[] {
  const status = it.status === answer.status ? [] : [{ at: 'status', recorded: it.status, answered: answer.status }];
  const type = mediaType(it.answer_headers['content-type']);
  const contentType =
    type === mediaType(answer.contentType)
      ? []
      : [{ at: 'content-type', recorded: type, answered: answer.contentType }];
  const location = it.answer_headers.location;
  const redirect =
    location === undefined || known.fill(location).text === answer.location
      ? []
      : [{ at: 'location', recorded: location, answered: answer.location }];
  const body = compareAnswers(it.answer, answer.body, { known, reduced: it.reduced });
  return [...status, ...contentType, ...redirect, ...body];
}
