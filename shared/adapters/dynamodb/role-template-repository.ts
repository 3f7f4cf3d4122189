import type { RancherRoleTemplateRepository } from '../../ports/store.ts';
import { ROLE_TEMPLATES } from './access-kinds.ts';
import { findPart } from './cluster-parts.ts';
import { providerPartition, ROLE_TEMPLATE_PREFIX, roleTemplateLookup } from './keys.ts';
import { listPage } from './list-page.ts';
import { rowsOf } from './read-rows.ts';
import { recordWrites } from './record-repository.ts';
import type { Table } from './table.ts';

export const roleTemplateRepository = (table: Table): RancherRoleTemplateRepository => ({
  ...recordWrites(ROLE_TEMPLATES),
  findByUuid: (uuid) => findPart(table, ROLE_TEMPLATES, roleTemplateLookup(uuid).lookupPk),
  async listByProvider(settingsUuid) {
    const rows = await rowsOf(table, { partition: providerPartition(settingsUuid), prefix: ROLE_TEMPLATE_PREFIX });
    return rows.map((row) => ROLE_TEMPLATES.schema.parse(row));
  },
  list: (scope, page, matches) => listPage(table, ROLE_TEMPLATES, scope, page, matches),
});
