import type { Caller } from '../../organizations/caller.ts';
import { may } from '../../organizations/permission.ts';
import type { ClusterContent } from '../cluster-content.ts';

/**
 * The application as the caller may see it. Answers can contain the configuration of programs, like YAML. So a caller
 * who may not see YAML, such as a member of the project, sees neither answers nor the names of secret answers.
 */
export function shownTo(caller: Caller, app: ClusterContent): ClusterContent {
  const { release } = app;
  if (release === undefined || may(caller, 'content.see_yaml', app)) return app;
  return { ...app, release: { ...release, answers: {}, secretNames: [] } };
}
