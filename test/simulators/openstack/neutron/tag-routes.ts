import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { neutronRefusal } from '../refusal.ts';

const LONGEST = 255;

interface Tagged {
  Params: { id: string; tag: string };
}

const tagList = z.object({ tags: z.array(z.string().max(LONGEST)) });

const invalid = (why: string) => neutronRefusal(400, 'InvalidInput', `Invalid input for operation: ${why}.`);

function tagsIn(body: unknown): string[] {
  const { tags } = tagList.parse(body);
  const twice = tags.find((tag, at) => tags.indexOf(tag) < at);
  if (twice !== undefined) throw invalid(`Duplicate items in the list: '${twice}'`);
  return tags;
}

/** Tags of one object. Setting a tag answers 201, even if the object had the tag already. */
export function addTagRoutes(
  app: FastifyInstance,
  path: string,
  rowOf: (request: FastifyRequest, id: string, writing: boolean) => { tags: string[] },
): void {
  app.get<Tagged>(path, async (request) => ({ tags: rowOf(request, request.params.id, false).tags }));

  app.put<Tagged>(path, async (request) => {
    const row = rowOf(request, request.params.id, true);
    row.tags = tagsIn(request.body).sort();
    return { tags: row.tags };
  });

  app.post<Tagged>(path, async (request) => {
    const row = rowOf(request, request.params.id, true);
    row.tags = [...new Set([...row.tags, ...tagsIn(request.body)])].sort();
    return { tags: row.tags };
  });

  app.delete<Tagged>(path, async (request, reply) => {
    rowOf(request, request.params.id, true).tags = [];
    return reply.code(204).send();
  });

  app.get<Tagged>(`${path}/:tag`, async (request, reply) => {
    requireTag(rowOf(request, request.params.id, false), request.params.tag);
    return reply.code(204).send();
  });

  app.put<Tagged>(`${path}/:tag`, async (request, reply) => {
    const row = rowOf(request, request.params.id, true);
    const { tag } = request.params;
    if (tag.length > LONGEST) throw invalid(`'${tag}' exceeds maximum length of ${LONGEST}`);
    row.tags = [...new Set([...row.tags, tag])].sort();
    return reply.code(201).send();
  });

  app.delete<Tagged>(`${path}/:tag`, async (request, reply) => {
    const row = rowOf(request, request.params.id, true);
    requireTag(row, request.params.tag);
    row.tags = row.tags.filter((tag) => tag !== request.params.tag);
    return reply.code(204).send();
  });
}

function requireTag(row: { tags: string[] }, tag: string): void {
  if (!row.tags.includes(tag)) throw neutronRefusal(404, 'TagNotFound', `Tag ${tag} could not be found.`);
}
