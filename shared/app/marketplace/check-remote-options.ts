import { isProjectOffering, type Offering } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import { Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { referredProject } from '../_core/resolve-references.ts';

const NEEDED_TOGETHER = ['remote_offering_uuid and remote_project are needed together.'];

/**
 * Checks the options `remote_offering_uuid` and `remote_project` of an offering. With them, Paddock carries out orders
 * that are placed in a remote Waldur. Either both options are set or neither is set. If `remote_project` is new or
 * changed, the caller must see the project with this uuid.
 * @throws Invalid for the field `plugin_options`
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
