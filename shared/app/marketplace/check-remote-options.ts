import { isProjectOffering, type Offering } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import { Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { referredProject } from '../_core/resolve-references.ts';

const NEEDED_TOGETHER = ['remote_offering_uuid and remote_project are needed together.'];

/**
 * Checks the two options of an offering that carries out orders of a remote Waldur: `remote_offering_uuid` and
 * `remote_project`. Either both are set or neither is set. If `remote_project` is new or changed, the caller must see
 * the project with this uuid. Throws Invalid naming `plugin_options`.
 */
export async function checkRemoteOptions(
  { projects }: Pick<Store, 'projects'>,
  caller: Caller,
  offering: Offering,
  before?: Offering,
): Promise<void> {
  if (!isProjectOffering(offering)) return;
  const { remote_offering_uuid: remote, remote_project: project } = offering.pluginOptions;
  if ((remote === undefined) !== (project === undefined)) throw new Invalid({ plugin_options: NEEDED_TOGETHER });
  const isKnown = before && isProjectOffering(before) && before.pluginOptions.remote_project === project;
  if (project !== undefined && !isKnown) await referredProject({ projects }, caller, project, 'plugin_options');
}
