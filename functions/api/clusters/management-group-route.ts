import { createManagementGroup } from '#shared/app/clusters/create-management-group';
import { managementGroupView, readManagementRules } from '#shared/contracts/rest/clusters/management-group';
import { managementGroupUuid } from '#shared/domain/clusters/management-group';
import { readBody } from '../_http/negotiate.ts';
import { created } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

export const managementGroupRoute = (deps: Parameters<typeof createManagementGroup>[0]): Routes => ({
  'POST /{uuid}/create_management_security_group/': async ({ request, params, caller }) => {
    const readRules = (port: number) => readManagementRules(readBody(request), port);
    const group = await createManagementGroup(deps, caller, { uuidText: params.uuid ?? '', readRules });
    return created(managementGroupView, { security_group_uuid: managementGroupUuid(group) });
  },
});
