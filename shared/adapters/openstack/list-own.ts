import type { z } from 'zod';
import type { CloudSession } from './cloud-session.ts';

export type Owned = { id: string; project_id: string };
type OwnListing<T extends Owned> = {
  op: string;
  collection: string;
  item: z.ZodType<T>;
  query?: Record<string, string | undefined>;
};

/** A Neutron list narrowed to the session's project, since the cloud's own account may be shown every tenant's things. */
export async function listOwn<T extends Owned>(session: CloudSession, listing: OwnListing<T>): Promise<T[]> {
  const { projectId } = await session.token();
  return listOfProject(session, projectId, listing);
}

/** The same of any project, for an account that is shown them all. */
export async function listOfProject<T extends Owned>(
  session: CloudSession,
  projectId: string,
  listing: OwnListing<T>,
): Promise<T[]> {
  const { collection, query } = listing;
  const listed = await session.list('network', {
    ...listing,
    path: `/${collection.replaceAll('_', '-')}`,
    query: { ...query, project_id: projectId },
  });
  return listed.filter((it) => it.project_id === projectId);
}
