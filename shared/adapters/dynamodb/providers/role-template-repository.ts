import type { RancherRoleTemplateRepository } from '#shared/ports/store';
import { providerPartition, ROLE_TEMPLATE_PREFIX, roleTemplateLookup } from '../_core/keys.ts';
import { listPage } from '../_core/lists/list-page.ts';
import { rowsOf } from '../_core/read-rows.ts';
import { recordWrites } from '../_core/record-repository.ts';
import type { Table } from '../_core/table.ts';
import { ROLE_TEMPLATES } from '../cluster-access/access-kinds.ts';
import { findPart } from '../clusters/cluster-parts.ts';

export const roleTemplateRepository = (table: Table): RancherRoleTemplateRepository => ({
  ...recordWrites(ROLE_TEMPLATES),
  findByUuid: (uuid) => findPart(table, ROLE_TEMPLATES, roleTemplateLookup(uuid).lookupPk),
  async listByProvider(settingsUuid) {
    const rows = await rowsOf(table, { partition: providerPartition(settingsUuid), prefix: ROLE_TEMPLATE_PREFIX });
    return rows.map((row) => ROLE_TEMPLATES.schema.parse(row));
  },
  list: (scope, page, matches) => listPage(table, ROLE_TEMPLATES, scope, page, matches),
});
