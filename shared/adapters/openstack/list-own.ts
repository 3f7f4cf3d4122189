import type { CollectionListing } from './collection-page.ts';
import type { CloudSession } from './identity/cloud-session.ts';

export type Owned = { id: string; project_id: string };
type OwnListing<T extends Owned> = Omit<CollectionListing<T>, 'path'>;

/**
 * Lists objects of Neutron in the session's own project. The query names the project, because the account may also see
 * objects of other tenants.
 */
export async function listOwn<T extends Owned>(session: CloudSession, listing: OwnListing<T>): Promise<T[]> {
  const { projectId } = await session.token();
  return listOfProject(session, projectId, listing);
}

/** Lists objects of Neutron in the given project, for an account that sees all projects. */
export const listOfProject = <T extends Owned>(
  session: CloudSession,
  projectId: string,
  listing: OwnListing<T>,
): Promise<T[]> =>
  session.list('network', {
    ...listing,
    path: `/${listing.collection.replaceAll('_', '-')}`,
    where: { ...listing.where, project_id: { is: projectId, of: (it) => it.project_id } },
  });
